import type { BacktestSettings } from "../backtest/backtest-settings.ts";

/**
 * A configuration as text, without what does not act in it: two of one key trade alike on any bars.
 * What the trial ledger counts by, so it may only ever get longer.
 */
export function configurationKey({ strategy, limits, cash, fill, ...others }: BacktestSettings) {
  const { mode } = strategy;
  return JSON.stringify([
    mode,
    strategy.buyDropBps,
    mode === "HYBRID" ? strategy.buyDropMaxBps : null,
    mode === "SIMPLE" ? null : strategy.sellRiseBps,
    mode === "TRAILING" ? null : strategy.takeProfitBps,
    strategy.stopLossEnabled ? strategy.stopLossBps : null,
    // Entries are made when flat, so the smaller of the two sizes is what is bought.
    Math.min(strategy.sharesToBuy, strategy.maxPositionSize),
    strategy.sharesToSell,
    strategy.minCashReserve,
    strategy.patternConfirmation === "require",
    limits.maxPositionBps,
    Math.min(limits.dailyLossBps, 10_000),
    limits.coolDownSec,
    limits.entriesPerMinuteMax,
    cash,
    fill,
    Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
}
