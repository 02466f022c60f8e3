import type { BacktestReport } from "./backtest-report.ts";

/**
 * Mean over the trading days of the value traded ÷ equity at the close, purchases and sales alike: 1
 * where each day trades as much as there is. Undefined without days, or where one ends with nothing.
 */
export function dailyTurnoverOf({
  trades,
  equityCurve,
}: Pick<BacktestReport, "trades" | "equityCurve">): number | undefined {
  let [next, total] = [0, 0];
  for (const { at, equity } of equityCurve) {
    let traded = 0;
    for (; next < trades.length && trades[next]!.at <= at; next++) traded += trades[next]!.notional;
    if (equity <= 0) return undefined;
    total += traded / equity;
  }
  return equityCurve.length === 0 ? undefined : total / equityCurve.length;
}
