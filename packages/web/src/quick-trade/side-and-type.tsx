import { useId } from "react";
import { classNames } from "../ui/class-names.ts";
import type { Ticket } from "./use-ticket.ts";

interface ChoiceProps<Name extends "side" | "orderType"> {
  readonly ticket: Ticket;
  readonly name: Name;
  readonly label: string;
  readonly options: readonly {
    readonly value: Ticket["draft"][Name];
    readonly words: string;
  }[];
}

const CHOSEN: Readonly<Record<string, string>> = {
  buy: "has-checked:bg-gain has-checked:text-paper",
  sell: "has-checked:bg-loss has-checked:text-paper",
};

/** A word of two, as radio buttons. */
export function Choice<Name extends "side" | "orderType">({
  ticket: { form },
  name,
  label,
  options,
}: ChoiceProps<Name>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium text-muted">{label}</legend>
      <div className="flex h-10 rounded-control border border-line bg-sunk p-0.5">
        {options.map(({ value, words }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className={classNames(
              "grid flex-1 cursor-pointer place-items-center rounded-[5px] font-medium text-muted transition-colors has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              CHOSEN[value] ?? "has-checked:bg-raised has-checked:text-ink",
            )}
          >
            <input
              id={`${id}-${value}`}
              type="radio"
              value={value}
              className="sr-only"
              {...form.register(name)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
