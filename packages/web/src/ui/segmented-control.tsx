import { classNames } from "./class-names.ts";

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly words: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

/** One of a few, side by side. */
export const SegmentedControl = <Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedControlProps<Value>) => (
  <fieldset
    aria-label={label}
    className={classNames(
      "inline-flex max-w-full flex-wrap rounded-control border border-line bg-sunk p-0.5 print:border-0",
      className,
    )}
  >
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        className={classNames(
          "h-6 min-w-9 grow whitespace-nowrap rounded-[5px] px-2 text-13 font-medium transition-colors",
          option.value === value
            ? "on-paper bg-raised text-ink shadow-[0_0_0_1px_var(--line)] print:shadow-none"
            : "text-muted hover:text-ink",
        )}
        onClick={() => onChange(option.value)}
      >
        {option.words}
      </button>
    ))}
  </fieldset>
);
