import { Switch as Radix } from "radix-ui";

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (wanted: boolean) => void;
}

/** On or off, at once. */
export const Switch = ({ label, checked, disabled = false, onChange }: SwitchProps) => (
  <Radix.Root
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onCheckedChange={onChange}
    className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-line transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
  >
    <Radix.Thumb className="block size-5 translate-x-[3px] rounded-full bg-raised transition-transform data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-on-accent" />
  </Radix.Root>
);
