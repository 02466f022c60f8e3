import type { SimulatedMarket, TapeBar } from "@sevenfold/application/exchange/simulated-market";

/** Bars of so long a time and longer are kept: each costs as much as a hundred short ones. */
const KEPT_FROM_MS = 3 * 3_600_000;
/** Some eighteen months of the 85 stocks, a few megabytes. Then it begins anew. */
const KEPT_MAX = 40_000;
const MINUTE_MS = 60_000;

/**
 * The market with its daily bars remembered. A bar is a function of its symbol and bounds, so one
 * that was made once never changes.
 */
export function keptDayBars(market: SimulatedMarket): SimulatedMarket {
  const kept = new Map<string, TapeBar | undefined>();
  return {
    ...market,
    barOf(ticker, start, end) {
      // Sessions end with a minute; the day under way ends elsewhere at every print.
      if (end - start < KEPT_FROM_MS || end % MINUTE_MS !== 0)
        return market.barOf(ticker, start, end);
      const key = `${ticker} ${start} ${end}`;
      if (kept.has(key)) return kept.get(key);
      const bar = market.barOf(ticker, start, end);
      if (KEPT_MAX <= kept.size) kept.clear();
      kept.set(key, bar);
      return bar;
    },
  };
}
