import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { Ticker } from "@sevenfold/domain/market";
import { inputFailure } from "../failure.ts";
import type { LoadedActions } from "./read-actions.ts";

/** Gives each symbol its actions. Throws a `Failure` where the bars are adjusted for them already. */
export function withActions(
  columns: readonly BarColumns[],
  { bySymbol }: LoadedActions,
): readonly BarColumns[] {
  return columns.map((one) => {
    const actions = bySymbol.get(one.ticker);
    if (actions === undefined) return one;
    for (const action of actions) checkRaw(one, action);
    return { ...one, actions };
  });
}

/** What the files name and no bars do. */
export const strangersIn = (
  columns: readonly BarColumns[],
  { bySymbol }: LoadedActions,
): readonly Ticker[] => {
  const known = new Set(columns.map(({ ticker }) => ticker));
  return [...bySymbol.keys()].filter((ticker) => !known.has(ticker));
};

/** Over a split raw prices jump by its ratio; adjusted ones go on as if nothing had happened. */
function checkRaw({ ticker, day, open, close, count }: BarColumns, action: CorporateAction): void {
  if (action.kind !== "split") return;
  const bar = day.subarray(0, count).findIndex((number) => action.day <= number);
  if (bar < 1) return;
  const jump = Math.log(open[bar]! / close[bar - 1]!);
  const ratio = Math.log(action.denominator / action.numerator);
  if (Math.abs(jump - ratio) <= Math.abs(jump)) return;
  throw inputFailure(
    `the bars of ${ticker} do not jump at its split of ${action.numerator} for ${action.denominator} on ${tradingDayFrom(action.day)}: they look adjusted already; leave --actions away, or give the prices as they were paid`,
  );
}
