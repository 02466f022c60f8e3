import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import type { BarSeries } from "../bars/bar-series.ts";
import { partOfClose } from "../bars/with-actions.ts";
import { inputFailure } from "../failure.ts";

/**
 * Prices as if each split before the end had never been: earlier ones are multiplied by its old
 * shares over its new ones, volumes the other way round. With `dividends` they also lose the share
 * of the close before it that each dividend was, as Yahoo's adjusted close does; of a day's actions those
 * that are listed first come first. `dayAt` answers the
 * trading day of row i. Prices round to the nearest ten-thousandth.
 */
export function adjustedSeries(
  series: BarSeries,
  actions: readonly CorporateAction[],
  { dividends, dayAt }: { readonly dividends: boolean; readonly dayAt: (at: number) => number },
): BarSeries {
  const { times, open, high, low, close, volume } = series;
  const count = times.length;
  const prices = {
    open: Float64Array.from(open),
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
  };
  const shares = volume && Float64Array.from(volume);
  let next = actions.length - 1;
  let price = 1;
  let share = 1;
  for (let at = count - 1; 0 <= at; at--) {
    // What is in force from row `at + 1` on changes all rows before it.
    for (; 0 <= next && dayAt(at) < actions[next]!.day; next--) {
      const action = actions[next]!;
      if (at === count - 1) continue;
      if (action.kind === "split") {
        price *= action.denominator / action.numerator;
        share *= action.numerator / action.denominator;
      } else if (dividends) {
        price *= 1 - partOfClose(actions, next, { close: close[at]!, day: dayAt(at) });
      }
    }
    if (price === 1 && share === 1) continue;
    for (const column of Object.values(prices)) column[at] = Math.round(column[at]! * price);
    if (shares) shares[at] = Math.round(shares[at]! * share);
    if (prices.low[at]! < 1)
      throw inputFailure(
        `row ${at + 1} would cost less than a ten-thousandth of a dollar after its splits`,
      );
  }
  return { symbol: series.symbol, times, ...prices, volume: shares };
}
