import type { Bps, Money, Quantity } from "./money.ts";

export const STRATEGY_MODES = ["TRAILING", "SIMPLE", "HYBRID"] as const;
export type StrategyMode = (typeof STRATEGY_MODES)[number];

export const PATTERN_CONFIRMATIONS = ["off", "annotate", "require"] as const;
export type PatternConfirmation = (typeof PATTERN_CONFIRMATIONS)[number];

/** The 4% rule as plain data: what an account wants done. Rates in basis points. */
export interface Strategy {
  readonly mode: StrategyMode;
  readonly buyDropBps: Bps;
  /** HYBRID only: the lower edge of the entry band. */
  readonly buyDropMaxBps: Bps;
  readonly sellRiseBps: Bps;
  readonly takeProfitBps: Bps;
  readonly stopLossBps: Bps;
  /** Tests the stop before every other exit. Part of HYBRID; optional elsewhere. */
  readonly stopLossEnabled: boolean;
  readonly sharesToBuy: Quantity;
  readonly sharesToSell: Quantity;
  readonly maxPositionSize: Quantity;
  readonly minCashReserve: Money;
  readonly patternConfirmation: PatternConfirmation;
}

/** What automated orders may risk. Manual ones are warned by it. */
export interface RiskLimits {
  /** Largest share of equity in one symbol. */
  readonly maxPositionBps: Bps;
  /** Loss since the previous close that halts entries for the session. */
  readonly dailyLossBps: Bps;
  readonly coolDownSec: number;
  readonly allowAfterHours: boolean;
  /** Automated entries an account may make in any minute. */
  readonly entriesPerMinuteMax: number;
}

/**
 * "No such limit", for maxPositionBps and entriesPerMinuteMax. It is compared, never multiplied.
 * A dailyLossBps of 10,000 or more is no halt at all; a coolDownSec of 0 no cool-down.
 */
export const RISK_UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Limits that never bind: a backtest with `--limits none`. Cash still stays at or above zero. */
export const RISK_LIMITS_NONE: RiskLimits = {
  maxPositionBps: RISK_UNLIMITED as Bps,
  dailyLossBps: 10_000 as Bps,
  coolDownSec: 0,
  allowAfterHours: false,
  entriesPerMinuteMax: RISK_UNLIMITED,
};

export const STRATEGY_DEFAULTS = {
  mode: "TRAILING",
  buyDropBps: 300,
  buyDropMaxBps: 300,
  sellRiseBps: 300,
  takeProfitBps: 300,
  stopLossBps: 1_000,
  sharesToBuy: 10,
  sharesToSell: 10,
  maxPositionSize: 50,
  minCashReserve: 10_000_000,
  patternConfirmation: "annotate",
} as const;

export const RISK_DEFAULTS = {
  maxPositionBps: 1_200,
  dailyLossBps: 300,
  coolDownSec: 600,
  allowAfterHours: false,
  entriesPerMinuteMax: 10,
} as const;

/** Bounds of the stored rates, inclusive, and of the sizes. */
export const STRATEGY_BOUNDS = {
  tradeBps: { min: 100, max: 2_000 },
  stopLossBps: { min: 500, max: 5_000 },
  sharesPerOrder: { min: 1, max: 1_000 },
  maxPositionSize: { min: 1, max: 10_000 },
  minCashReserveDollars: { min: 0, max: 100_000 },
} as const;
