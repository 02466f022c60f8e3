import { BPS_PER_ONE, type Money } from "@sevenfold/domain/money";
import { RISK_UNLIMITED } from "@sevenfold/domain/strategy";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { KernelBars } from "./kernel-bars.ts";

/** One configuration as the kernel applies it: what a price is compared with, as whole factors. */
export interface KernelRule {
  /** HYBRID enters within a band and anchors a trail anew that stayed below it for long. */
  readonly hasBand: boolean;
  readonly hasTarget: boolean;
  readonly hasTrail: boolean;
  readonly hasStop: boolean;
  readonly buyDropBps: number;
  readonly buyDropMaxBps: number;
  readonly sellRiseBps: number;
  readonly takeProfitBps: number;
  readonly stopLossBps: number;
  /** The smaller of sharesToBuy and maxPositionSize: entries are made when flat only. */
  readonly sharesToBuy: number;
  readonly sharesToSell: number;
  readonly minCashReserve: number;
  /** Infinite without the limit. */
  readonly maxPositionBps: number;
  readonly dailyLossBps: number;
  readonly coolDownMs: number;
  readonly cash: Money;
  readonly fillsAtClose: boolean;
}

const MINUTE_MS = 60_000;
/** Settings the kernel does, and the values that make others do nothing. */
const COVERED: Readonly<Record<string, readonly unknown[] | undefined>> = {
  path: ["close"],
  resting: ["none"],
};
const OWN: ReadonlySet<string> = new Set(["strategy", "limits", "cash", "fill"]);

/**
 * What of a configuration the kernel leaves to the full engine; undefined where it does all that is
 * asked for on these bars.
 */
export function kernelRuleGapOf(
  settings: BacktestSettings,
  { spacingMs }: KernelBars,
): string | undefined {
  const { strategy, limits } = settings;
  const unknown = Object.entries(settings).find(
    ([name, value]) => value !== undefined && !OWN.has(name) && !COVERED[name]?.includes(value),
  );
  if (unknown !== undefined) return `the setting ${unknown[0]}`;
  if (strategy.patternConfirmation === "require") return "pattern confirmation";
  // A symbol enters again two closes later at the earliest; a minute apart they never share a minute.
  if (limits.entriesPerMinuteMax !== RISK_UNLIMITED && spacingMs < MINUTE_MS)
    return "pacing of bars this close together";
  return undefined;
}

export function kernelRuleOf({ strategy, limits, cash, fill }: BacktestSettings): KernelRule {
  return {
    hasBand: strategy.mode === "HYBRID",
    hasTarget: strategy.mode !== "TRAILING",
    hasTrail: strategy.mode !== "SIMPLE",
    hasStop: strategy.stopLossEnabled,
    buyDropBps: strategy.buyDropBps,
    buyDropMaxBps: strategy.buyDropMaxBps,
    sellRiseBps: strategy.sellRiseBps,
    takeProfitBps: strategy.takeProfitBps,
    stopLossBps: strategy.stopLossBps,
    sharesToBuy: Math.min(strategy.sharesToBuy, strategy.maxPositionSize),
    sharesToSell: strategy.sharesToSell,
    minCashReserve: strategy.minCashReserve,
    maxPositionBps:
      limits.maxPositionBps === RISK_UNLIMITED ? Number.POSITIVE_INFINITY : limits.maxPositionBps,
    dailyLossBps: limits.dailyLossBps,
    coolDownMs: limits.coolDownSec * 1_000,
    cash,
    fillsAtClose: fill === "close",
  };
}

/**
 * Highest price that is such a fall from the high. Exact: the product of a price and a rate is a
 * safe integer, and its quotient lies a ten-thousandth from a whole number at the least.
 */
export const fallFrom = (high: number, dropBps: number): number =>
  Math.floor((high * (BPS_PER_ONE - dropBps)) / BPS_PER_ONE);

/** Lowest price that is such a rise from the low. Exact alike. */
export const riseFrom = (low: number, riseBps: number): number =>
  Math.ceil((low * (BPS_PER_ONE + riseBps)) / BPS_PER_ONE);

/** Lowest price that is no deeper fall from the high. Exact alike. */
export const bandFrom = (high: number, dropMaxBps: number): number =>
  Math.ceil((high * (BPS_PER_ONE - dropMaxBps)) / BPS_PER_ONE);
