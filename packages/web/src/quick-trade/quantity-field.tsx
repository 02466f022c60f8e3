import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { useFigure } from "../fields/use-figure.ts";
import { Button } from "../ui/button.tsx";
import { INPUT } from "../ui/field.ts";
import { Labelled, problemProps } from "../ui/labelled.tsx";
import { affordable, QUANTITY_MAX } from "./estimate.ts";
import type { Ticket } from "./use-ticket.ts";

const PARTS = [
  [0.25, "25%"],
  [0.5, "50%"],
  [1, "Max"],
] as const;

/** How many, with steps and parts of what is held or affordable. */
export function QuantityField({ ticket }: { readonly ticket: Ticket }) {
  const { form, draft } = ticket;
  const id = useId();
  const most = mostOf(ticket);
  const problem = form.formState.errors.quantity?.message;
  const figure = useFigure({ control: form.control, name: "quantity", isWhole: true });
  const put = (quantity: number) =>
    form.setValue("quantity", Math.min(QUANTITY_MAX, Math.max(1, quantity)), {
      shouldValidate: true,
    });
  const current = Number.isFinite(draft.quantity) ? Math.floor(draft.quantity) : 0;
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    put(current + by);
  };
  return (
    <Labelled
      id={id}
      label="Quantity"
      problem={problem}
      aside={
        <span className="flex gap-1">
          {PARTS.map(([part, words]) => (
            <button
              key={words}
              type="button"
              disabled={most < 1}
              className="h-6 rounded-[5px] px-1.5 text-xs font-medium text-accent hover:bg-accent-tint disabled:text-muted disabled:opacity-60"
              onClick={() => put(Math.floor(most * part))}
            >
              {words}
            </button>
          ))}
        </span>
      }
    >
      <div className="grid grid-cols-[auto_1fr_auto] gap-2">
        <Button
          size="icon"
          className="size-10"
          aria-label="One less"
          onClick={() => put(current - 1)}
        >
          <Minus aria-hidden="true" className="size-4" />
        </Button>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          className={`${INPUT} figure w-full text-center`}
          {...problemProps(id, problem)}
          {...figure}
          onKeyDown={step}
        />
        <Button
          size="icon"
          className="size-10"
          aria-label="One more"
          onClick={() => put(current + 1)}
        >
          <Plus aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </Labelled>
  );
}

/** The most shares that can be sold, or bought with the cash that is free. */
function mostOf({ draft, price, cash, held }: Ticket): number {
  if (draft.side === "sell") return held ?? 0;
  return affordable(cash, draft.orderType === "limit" ? (draft.limitPrice ?? undefined) : price);
}
