import { ACCOUNT_VALUE_MAX, type Bps, type Money, type Quantity } from "@sevenfold/domain/money";
import {
  PATTERN_CONFIRMATIONS,
  STRATEGY_BOUNDS,
  STRATEGY_MODES,
  type Strategy,
} from "@sevenfold/domain/strategy";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";

export type ParameterUnit = "rate" | "count" | "dollars" | "seconds" | "choice";

/** One setting a sweep may vary. Values are basis points, shares, ten-thousandths, seconds or places. */
export interface SweepParameter {
  readonly name: ParameterName;
  readonly unit: ParameterUnit;
  readonly min: number;
  readonly max: number;
  /** Of a choice: what each value stands for. */
  readonly choices?: readonly string[];
  /** The settings with this one at the value. */
  readonly applied: (settings: BacktestSettings, value: number) => BacktestSettings;
}

/** In the order they are applied: the mode first, for it decides whether a stop is usual. */
export const PARAMETER_NAMES = [
  "mode",
  "stopLossEnabled",
  "patternConfirmation",
  "buyDropPct",
  "buyDropPctMax",
  "sellRisePct",
  "takeProfitFromEntryPct",
  "stopLossPct",
  "sharesToBuy",
  "sharesToSell",
  "maxPositionSize",
  "minCashReserve",
  "maxPositionPct",
  "dailyLossLimitPct",
  "coolDownSec",
  "cash",
] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];

const { tradeBps, stopLossBps, sharesPerOrder, maxPositionSize, minCashReserveDollars } =
  STRATEGY_BOUNDS;
const UNITS = 10_000;

const ofStrategy =
  (change: (value: number) => Partial<Strategy>): SweepParameter["applied"] =>
  (settings, value) => ({ ...settings, strategy: { ...settings.strategy, ...change(value) } });

const PARAMETERS: Readonly<Record<ParameterName, Omit<SweepParameter, "name">>> = {
  mode: {
    unit: "choice",
    min: 0,
    max: STRATEGY_MODES.length - 1,
    choices: STRATEGY_MODES.map((mode) => mode.toLowerCase()),
    applied: ofStrategy((place) => {
      const mode = STRATEGY_MODES[place]!;
      return { mode, stopLossEnabled: mode === "HYBRID" };
    }),
  },
  stopLossEnabled: {
    unit: "choice",
    min: 0,
    max: 1,
    choices: ["off", "on"],
    applied: ofStrategy((place) => ({ stopLossEnabled: place === 1 })),
  },
  patternConfirmation: {
    unit: "choice",
    min: 0,
    max: PATTERN_CONFIRMATIONS.length - 1,
    choices: PATTERN_CONFIRMATIONS,
    applied: ofStrategy((place) => ({ patternConfirmation: PATTERN_CONFIRMATIONS[place]! })),
  },
  buyDropPct: {
    unit: "rate",
    ...tradeBps,
    applied: ofStrategy((bps) => ({ buyDropBps: bps as Bps })),
  },
  buyDropPctMax: {
    unit: "rate",
    ...tradeBps,
    applied: ofStrategy((bps) => ({ buyDropMaxBps: bps as Bps })),
  },
  sellRisePct: {
    unit: "rate",
    ...tradeBps,
    applied: ofStrategy((bps) => ({ sellRiseBps: bps as Bps })),
  },
  takeProfitFromEntryPct: {
    unit: "rate",
    ...tradeBps,
    applied: ofStrategy((bps) => ({ takeProfitBps: bps as Bps })),
  },
  stopLossPct: {
    unit: "rate",
    ...stopLossBps,
    applied: ofStrategy((bps) => ({ stopLossBps: bps as Bps })),
  },
  sharesToBuy: {
    unit: "count",
    ...sharesPerOrder,
    applied: ofStrategy((count) => ({ sharesToBuy: count as Quantity })),
  },
  sharesToSell: {
    unit: "count",
    ...sharesPerOrder,
    applied: ofStrategy((count) => ({ sharesToSell: count as Quantity })),
  },
  maxPositionSize: {
    unit: "count",
    ...maxPositionSize,
    applied: ofStrategy((count) => ({ maxPositionSize: count as Quantity })),
  },
  minCashReserve: {
    unit: "dollars",
    min: minCashReserveDollars.min * UNITS,
    max: minCashReserveDollars.max * UNITS,
    applied: ofStrategy((amount) => ({ minCashReserve: amount as Money })),
  },
  maxPositionPct: {
    unit: "rate",
    min: 100,
    max: 9_900,
    applied: (settings, bps) => ({
      ...settings,
      limits: { ...settings.limits, maxPositionBps: bps as Bps },
    }),
  },
  dailyLossLimitPct: {
    unit: "rate",
    min: 10,
    max: 9_900,
    applied: (settings, bps) => ({
      ...settings,
      limits: { ...settings.limits, dailyLossBps: bps as Bps },
    }),
  },
  coolDownSec: {
    unit: "seconds",
    min: 0,
    max: 30 * 86_400,
    applied: (settings, coolDownSec) => ({
      ...settings,
      limits: { ...settings.limits, coolDownSec },
    }),
  },
  cash: {
    unit: "dollars",
    min: UNITS,
    max: ACCOUNT_VALUE_MAX,
    applied: (settings, amount) => ({ ...settings, cash: amount as Money }),
  },
};

export const parameterOf = (name: ParameterName): SweepParameter => ({
  name,
  ...PARAMETERS[name],
});

export const isParameterName = (text: string): text is ParameterName =>
  PARAMETER_NAMES.some((name) => name === text);
