import type { Money, Price } from "./money.ts";

declare const brand: unique symbol;

/** A symbol as the exchange lists it: AAPL, BRK.B. */
export type Ticker = string & { readonly [brand]: "Ticker" };
/** UTC milliseconds since 1970. */
export type Instant = number & { readonly [brand]: "Instant" };
/** A New York calendar date, "2026-11-20": the trading day. */
export type TradingDay = string & { readonly [brand]: "TradingDay" };

const TICKER = /^[A-Z]{1,5}(\.[A-Z])?$/;

export const isTicker = (text: string): text is Ticker => TICKER.test(text);
export const instant = (ms: number): Instant => ms as Instant;

/** Best bid and ask at an instant. Proves freshness and prices the ticket; never moves a trail. */
export interface Quote {
  readonly ticker: Ticker;
  readonly bid: Price;
  readonly ask: Price;
  readonly at: Instant;
}

/** An executed trade on the tape: the one thing that moves a trail. */
export interface Print {
  readonly ticker: Ticker;
  readonly price: Price;
  readonly at: Instant;
}

/** Open, high, low and close over [start, start + interval). */
export interface Bar {
  readonly start: Instant;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: number;
}

export type BarInterval = "minute" | "day";

/** A point of an equity curve. */
export interface EquityPoint {
  readonly at: Instant;
  readonly equity: Money;
}

export const MINUTE_MS = 60_000;
