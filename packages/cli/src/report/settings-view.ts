import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import { BPS_PER_ONE, dollarsOf } from "@sevenfold/domain/money";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import type { BarClock } from "../bars/bar-instants.ts";

/** The settings of a run as the flags name them: rates as fractions, null where no limit is. */
export function settingsView(settings: BacktestSettings, clock: BarClock) {
  const { strategy, limits, fill, path = "close", resting = "none" } = settings;
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
    patternConfirmation: strategy.patternConfirmation,
    fill: path === "ohlc" ? "crossing" : fill,
    path,
    resting,
    commission: commissionView(settings),
    slippage: slippageView(settings),
    volumeLimit:
      settings.volumeLimitBps === undefined ? null : settings.volumeLimitBps / BPS_PER_ONE,
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

/** In dollars; the rate as a fraction. */
const commissionView = ({ commission }: BacktestSettings) =>
  commission === undefined
    ? null
    : {
        order: dollarsOf(commission.perOrder),
        share: commission.perShare / MILLION,
        rate: commission.rate / MILLION,
        minimum: dollarsOf(commission.minimum),
      };

/** The spread in dollars, the others as fractions of the price. */
const slippageView = ({ slippage }: BacktestSettings) =>
  slippage === undefined
    ? null
    : {
        rate: slippage.bps / BPS_PER_ONE,
        spread: dollarsOf(slippage.spread),
        impact: slippage.impactBps / BPS_PER_ONE,
      };

const MILLION = 1_000_000;

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
  const fills = { close: "the deciding close", crossing: "the crossing price" }[
    view.fill as string
  ];
  const costs =
    view.commission === null && view.slippage === null
      ? "no costs"
      : [view.commission && "commissions", view.slippage && "slippage"]
          .filter(Boolean)
          .join(" and ");
  const limits = view.limits.positionShare === null ? "no risk limits" : "risk limits on";
  const waits = view.patternConfirmation === "require" ? " once a bar pattern confirms it" : "";
  return `${enters}${waits}, sells ${leaves}${stop}; orders fill at ${fills ?? "the next open"}; ${limits}; ${costs}.`;
}

const percent = (fraction: number): string => `${Math.round(fraction * BPS_PER_ONE) / 100}%`;
