import { useId } from "react";
import { useFigure } from "../fields/use-figure.ts";
import { Price } from "../ui/amounts.tsx";
import { INPUT } from "../ui/field.ts";
import { Labelled, problemProps } from "../ui/labelled.tsx";
import { rangesAt, suggestedLimit } from "./estimate.ts";
import type { Ticket } from "./use-ticket.ts";

/** The limit price, and what is recommended for it. */
export function LimitFields({ ticket: { form, draft, price } }: { readonly ticket: Ticket }) {
  const id = useId();
  const problem = form.formState.errors.limitPrice?.message;
  const figure = useFigure({ control: form.control, name: "limitPrice", empty: undefined });
  const ranges = price === undefined ? undefined : rangesAt(price, draft.side);
  return (
    <div className="space-y-3">
      <Labelled
        id={id}
        label="Limit Price"
        problem={problem}
        aside={
          <button
            type="button"
            disabled={price === undefined}
            className="h-6 rounded-[5px] px-1.5 text-xs font-medium text-accent hover:bg-accent-tint disabled:text-muted disabled:opacity-60"
            onClick={() =>
              price !== undefined &&
              form.setValue("limitPrice", suggestedLimit(price, draft.side), {
                shouldValidate: true,
              })
            }
          >
            Use Suggested
          </button>
        }
      >
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          className={`${INPUT} figure w-full text-right`}
          {...problemProps(id, problem)}
          {...figure}
        />
      </Labelled>
      {ranges && (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-13">
          <RangeLine words="Conservative" {...ranges.conservative} />
          <RangeLine words="Aggressive" {...ranges.aggressive} />
        </dl>
      )}
    </div>
  );
}

const RangeLine = ({
  words,
  low,
  high,
}: {
  readonly words: string;
  readonly low: number;
  readonly high: number;
}) => (
  <>
    <dt className="text-muted">{words}</dt>
    <dd className="figure text-right">
      <Price of={low} /> – <Price of={high} />
    </dd>
  </>
);
