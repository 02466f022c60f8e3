import type { ReactNode } from "react";
import { wordsOf } from "../api/problem-error.ts";
import { Change, Price } from "../ui/amounts.tsx";
import { ageText } from "../ui/eastern-time.ts";
import { TickCell } from "../ui/tick-cell.tsx";
import { useNow } from "../ui/use-now.ts";
import type { Ticket } from "./use-ticket.ts";

/** What the symbol costs now: last, bid, ask and how old that is. */
export function PricePanel({ ticket: { draft, quote, price } }: { readonly ticket: Ticket }) {
  const now = useNow(1_000);
  const { data, error } = quote;
  if (draft.symbol === "") return <Frame>Select a symbol to see its current price.</Frame>;
  if (error && data === undefined) return <Frame>No price: {wordsOf(error)}</Frame>;
  return (
    <div className="min-h-17 rounded-control border border-line bg-raised px-3.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-xs font-medium text-muted">Current price</span>
        <Change percent={data?.changePercent} className="text-13" />
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="-ml-1 text-xl font-semibold">
          <TickCell value={price}>
            <Price of={price} />
          </TickCell>
        </span>
        <span className="figure text-13 text-muted">
          Bid <Price of={data?.bid} /> · Ask <Price of={data?.ask} />
          {data && ` · ${ageText(now - Date.parse(data.at))}`}
        </span>
      </div>
    </div>
  );
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex min-h-17 items-center rounded-control border border-dashed border-line px-3.5 text-13 text-muted">
    {children}
  </p>
);
