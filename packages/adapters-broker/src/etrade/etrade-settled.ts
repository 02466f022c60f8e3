import type { IncomeActivity, SettledTrades } from "@sevenfold/application/ports/activity";
import { money, NO_MONEY, shares } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";
import { tradeCashOf } from "./etrade-activity-mapping.ts";
import type { TransactionWire } from "./etrade-wire.ts";

/**
 * Their orders tell an average that is rounded, their transactions the cash to the cent: of each symbol,
 * side and day, what all its trades came to. No row names its order, so they are told together.
 */
export function settledTrades(rows: readonly TransactionWire[]): readonly IncomeActivity[] {
  const groups = new Map<string, SettledTrades & Pick<IncomeActivity, "at">>();
  for (const row of rows) {
    const trade = tradeCashOf(row);
    if (trade === undefined) continue;
    const { side, ticker } = trade;
    const { day, ends, starts } = dayBoundsOf(trade.at);
    const series = `settled:${day}:${ticker}:${side}`;
    const before = groups.get(series);
    groups.set(series, {
      ...{ series, ticker, side, at: starts, until: ends },
      quantity: shares((before?.quantity ?? 0) + trade.quantity),
      cash: money((before?.cash ?? NO_MONEY) + trade.cash),
    });
  }
  return [...groups.values()].map(({ at, ...settles }) => ({
    kind: "other-cash",
    id: `${settles.series}:${settles.quantity}`,
    ...{ at, ticker: settles.ticker, amount: NO_MONEY, settles },
    words: "Rounded average price",
  }));
}
