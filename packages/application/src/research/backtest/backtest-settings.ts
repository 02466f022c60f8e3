import type { Bps, Money } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import type { Commission, Slippage } from "./costs.ts";

export const FILL_MODELS = ["next-open", "close"] as const;
/** Where an order decided at a close fills: at the symbol's next opening, or at that close. */
export type FillModel = (typeof FILL_MODELS)[number];

export const PRICE_PATHS = ["close", "ohlc"] as const;
/** What of a bar the strategy sees: its close, or its open, both extremes and its close in turn. */
export type PricePath = (typeof PRICE_PATHS)[number];

export const RESTING_EXITS = ["none", "stop", "target", "both"] as const;
/** Which exits wait at the venue as orders of their own, instead of being decided at closes. */
export type RestingExits = (typeof RESTING_EXITS)[number];

/** Who decides in the built-in rule's place, and how it is set: part of what a run is known by. */
export interface StrategyOrigin {
  /** The file's name, without where it lies. */
  readonly name: string;
  /** Of the file, in hex. */
  readonly sha256: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/** Shares may be sold that are not held. docs/strategies.md#short */
export interface ShortTerms {
  /** What borrowed shares cost: millionths of their value for a year of 360 days. 0.3% is 3,000. */
  readonly borrowRate: number;
}

/** How a run trades. What is left out costs nothing and limits nothing. */
export interface BacktestSettings {
  readonly strategy: Strategy;
  /** Orders after hours are not simulated: `allowAfterHours` is taken as off. */
  readonly limits: RiskLimits;
  readonly cash: Money;
  /** Of no effect on the path "ohlc": its orders fill at the price that crossed the trigger. */
  readonly fill: FillModel;
  /** Default "close". "ohlc" needs bars with their range. */
  readonly path?: PricePath;
  /** Default "none". Of the path "close" only; needs bars with their range. */
  readonly resting?: RestingExits;
  readonly commission?: Commission;
  readonly slippage?: Slippage;
  /** The part of a bar's volume that an order may be, in basis points; needs bars with volume. */
  readonly volumeLimitBps?: Bps;
  /** Of a strategy of the user's own, or signals: of `strategy` only the limits then hold. */
  readonly own?: StrategyOrigin;
  /** Of such a run only. Absent: nothing is sold short. */
  readonly shorts?: ShortTerms;
  /** Of such a run only, and not beside `shorts`. Absent: shares are whole. docs/strategies.md#parts-of-a-share */
  readonly fractional?: true;
}

/** Whether any exit waits at the venue. */
export const restsExits = ({ resting = "none" }: BacktestSettings): boolean => resting !== "none";
