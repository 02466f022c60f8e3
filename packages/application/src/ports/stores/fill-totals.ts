import type { Ticker } from "@sevenfold/domain/market";
import { money, notionalOf, shares } from "@sevenfold/domain/money";
import type { BookedFill, FillTotals } from "./fill-store.ts";

/** The fills of each symbol in one sum, A to Z. */
export function totalsOf(fills: Iterable<BookedFill>): readonly FillTotals[] {
  const totals = new Map<Ticker, FillTotals>();
  for (const fill of fills)
    totals.set(fill.ticker, plus(totals.get(fill.ticker) ?? nothingOf(fill.ticker), fill));
  return [...totals.values()].toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1));
}

export const nothingOf = (ticker: Ticker): FillTotals => ({
  ticker,
  count: 0,
  bought: shares(0),
  boughtNotional: money(0),
  sold: shares(0),
  soldBasis: money(0),
  realized: money(0),
});

function plus(sum: FillTotals, { side, quantity, price, fee, realized }: BookedFill): FillTotals {
  const notional = notionalOf(price, quantity);
  const count = sum.count + 1;
  if (side === "buy")
    return {
      ...sum,
      count,
      bought: shares(sum.bought + quantity),
      boughtNotional: money(sum.boughtNotional + notional),
    };
  return {
    ...sum,
    count,
    sold: shares(sum.sold + quantity),
    soldBasis: money(sum.soldBasis + notional - fee - realized),
    realized: money(sum.realized + realized),
  };
}
