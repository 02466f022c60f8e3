import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import type { BarClock } from "../bars/bar-instants.ts";

/** The settings of a run as the flags name them: rates as fractions, null where no limit is. */
export function settingsView({ strategy, limits, fill }: BacktestSettings, clock: BarClock) {
  return {
    mode: strategy.mode.toLowerCase(),
    buyDrop: strategy.buyDropBps / BPS_PER_ONE,
    buyDropMax: strategy.buyDropMaxBps / BPS_PER_ONE,
    sellRise: strategy.sellRiseBps / BPS_PER_ONE,
    takeProfit: strategy.takeProfitBps / BPS_PER_ONE,
    stopLoss: strategy.stopLossBps / BPS_PER_ONE,
    stop: strategy.stopLossEnabled ? "on" : "off",
    sharesToBuy: strategy.sharesToBuy,
    sharesToSell: strategy.sharesToSell,
    maxPositionSize: strategy.maxPositionSize,
    minCashReserve: dollarsOf(strategy.minCashReserve),
    fill,
    limits: {
      positionShare:
        limits.maxPositionBps === RISK_UNLIMITED ? null : limits.maxPositionBps / BPS_PER_ONE,
      dailyLoss: BPS_PER_ONE <= limits.dailyLossBps ? null : limits.dailyLossBps / BPS_PER_ONE,
      coolDownSec: limits.coolDownSec,
      entriesPerMinute:
        limits.entriesPerMinuteMax === RISK_UNLIMITED ? null : limits.entriesPerMinuteMax,
    },
    session: clock.session,
    tz: clock.zone,
  };
}

export type SettingsView = ReturnType<typeof settingsView>;

/** "Buys a fall of 4% from the high, sells a rise of 4% from the low; orders fill at the next open." */
export function settingsSentence(view: SettingsView): string {
  const enters =
    view.mode === "hybrid"
      ? `Buys a fall of ${percent(view.buyDrop)} to ${percent(view.buyDropMax)} from the high`
      : `Buys a fall of ${percent(view.buyDrop)} from the high`;
  const rise = `a rise of ${percent(view.sellRise)} from the low`;
  const profit = `a gain of ${percent(view.takeProfit)} on the entry`;
  const leaves = { trailing: rise, simple: profit }[view.mode] ?? `${profit} or ${rise}`;
  const stop = view.stop === "on" ? `, and all at a loss of ${percent(view.stopLoss)}` : "";
  const fills = view.fill === "close" ? "the deciding close" : "the next open";
  const limits = view.limits.positionShare === null ? "no risk limits" : "risk limits on";
  return `${enters}, sells ${leaves}${stop}; orders fill at ${fills}; ${limits}.`;
}

const percent = (fraction: number): string => `${Math.round(fraction * BPS_PER_ONE) / 100}%`;
