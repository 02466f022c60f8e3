import type { QuoteView } from "@sevenfold/contract/market";
import type { ReactNode } from "react";
import { wordsOf } from "../api/problem-error.ts";
import { Change, Price } from "../ui/amounts.tsx";
import { PriceSource } from "../ui/price-source.tsx";
import { TickCell } from "../ui/tick-cell.tsx";
import type { Ticket } from "./use-ticket.ts";

/** What the symbol costs: last, bid, ask, where that is from and how old it is. */
export function PricePanel({ ticket }: { readonly ticket: Ticket }) {
  const { draft, isTooOld, lastPrice, quote } = ticket;
  const { data, error } = quote;
  if (draft.symbol === "") return <Frame>Select a symbol to see its current price.</Frame>;
  if (error && lastPrice === undefined) return <Frame>No price: {wordsOf(error)}</Frame>;
  return (
    <div className="min-h-17 rounded-control border border-line bg-raised px-3.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-xs font-medium text-muted">Current price</span>
        <Change percent={data && changeAt(data, lastPrice)} className="text-13" />
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-xl font-semibold">
          <TickCell value={lastPrice}>
            <Price of={lastPrice} />
          </TickCell>
        </span>
        <span className="figure text-13 text-muted">
          Bid <Price of={isTooOld ? undefined : data?.bid} /> · Ask{" "}
          <Price of={isTooOld ? undefined : data?.ask} />
        </span>
        <PriceSource ticker={draft.symbol} className="w-full text-13" />
        {data && (
          <span className="w-full text-13 text-muted">
            By {[data.provider, data.provider_label].filter(Boolean).join(" · ")}
          </span>
        )}
      </div>
    </div>
  );
}

/** Since the close that the quote is told from, in percent. */
function changeAt({ change, price }: QuoteView, last: number | undefined): number | null {
  const close = change === null ? undefined : price - change;
  return close === undefined || last === undefined || close === 0 ? null : (last / close - 1) * 100;
}

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex min-h-17 items-center rounded-control border border-dashed border-line px-3.5 text-13 text-muted">
    {children}
  </p>
);
