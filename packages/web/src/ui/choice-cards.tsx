import { type ReactNode, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

interface ChoiceCardsProps {
  readonly legend: string;
  readonly registration: UseFormRegisterReturn;
  readonly problem?: string | undefined;
  /** One below the other, also where there is room beside. */
  readonly isStacked?: boolean;
  readonly options: readonly {
    readonly value: string;
    readonly title: ReactNode;
    readonly words: ReactNode;
  }[];
}

/** One of a few, each with a sentence on it: radio buttons under their cards. */
export function ChoiceCards({
  legend,
  registration,
  problem,
  options,
  isStacked = false,
}: ChoiceCardsProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={problem === undefined ? undefined : `${id}-problem`}>
      <legend className="mb-1.5 text-xs font-medium text-muted">{legend}</legend>
      <div className={`grid gap-2 ${isStacked ? "" : "sm:auto-cols-fr sm:grid-flow-col"}`}>
        {options.map(({ value, title, words }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex cursor-pointer gap-3 rounded-control border border-line-strong bg-raised p-3 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-accent-tint has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              id={`${id}-${value}`}
              type="radio"
              value={value}
              aria-describedby={`${id}-${value}-words`}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
              {...registration}
            />
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {title}
              </span>
              <span id={`${id}-${value}-words`} className="mt-0.5 block text-13 text-muted">
                {words}
              </span>
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-13 text-loss">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
