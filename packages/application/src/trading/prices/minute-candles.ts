import type { Candle } from "@sevenfold/domain/candle";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { PATTERN_BARS_MAX, type PatternName, patternsAt } from "@sevenfold/domain/pattern";

export interface MinuteCandle extends Candle {
  readonly start: Instant;
}

/** The last whole minutes of a symbol, and what the latest of them completed. */
export interface MinuteCandles {
  /** Oldest first; a minute without a trade is absent. */
  whole: MinuteCandle[];
  /** The minute that is being traded in. */
  open: { start: Instant; open: Price; high: Price; low: Price; close: Price } | undefined;
  /** Of the first minute heard of, the beginning was missed. */
  wholeFrom: Instant | undefined;
  patterns: readonly PatternName[];
  /** The end of the minute that completed them. */
  patternsAt: Instant;
}

const NO_PATTERNS: readonly PatternName[] = Object.freeze([]);

export const noCandles = (): MinuteCandles => ({
  whole: [],
  open: undefined,
  wholeFrom: undefined,
  patterns: NO_PATTERNS,
  patternsAt: 0 as Instant,
});

/** Takes a price in. One of a minute that is over comes too late to change it. */
export function takePrice(candles: MinuteCandles, price: Price, at: Instant): void {
  const start = startOfMinute(at);
  candles.wholeFrom ??= start === at ? start : endOf(start);
  closeBefore(candles, start);
  const { open } = candles;
  if (!open) {
    if (start <= (candles.whole.at(-1)?.start ?? 0)) return;
    candles.open = { start, open: price, high: price, low: price, close: price };
    return;
  }
  if (start < open.start) return;
  if (open.high < price) open.high = price;
  if (price < open.low) open.low = price;
  open.close = price;
}

/** Ends the minute that was over at the instant. */
export function closeBefore(candles: MinuteCandles, at: Instant): void {
  const { open, whole, wholeFrom = 0 } = candles;
  if (!open || at < endOf(open.start)) return;
  candles.open = undefined;
  if (open.start < wholeFrom) return;
  whole.push(open);
  if (PATTERN_BARS_MAX < whole.length) whole.shift();
  recognise(candles);
}

/** Puts what a provider recorded in front of what was heard. */
export function putHistory(candles: MinuteCandles, recorded: readonly MinuteCandle[]): void {
  const heardFrom = candles.whole[0]?.start ?? candles.wholeFrom ?? Number.POSITIVE_INFINITY;
  const before = recorded.filter(({ start }) => start < heardFrom);
  candles.whole = [...before, ...candles.whole].slice(-PATTERN_BARS_MAX);
  if (0 < candles.whole.length) recognise(candles);
}

function recognise(candles: MinuteCandles): void {
  const { whole } = candles;
  candles.patterns = patternsAt(whole, whole.length - 1);
  candles.patternsAt = endOf(whole.at(-1)!.start);
}

const startOfMinute = (at: Instant): Instant => (at - (at % MINUTE_MS)) as Instant;
const endOf = (start: Instant): Instant => (start + MINUTE_MS) as Instant;
