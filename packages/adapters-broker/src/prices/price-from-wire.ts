import { type Bar, type Instant, instant, isTicker, type Ticker } from "@sevenfold/domain/market";
import { isPrice, type Price, unitsFromDecimal, unitsFromNumber } from "@sevenfold/domain/money";

/** What providers write ↔ what we mean. What is no price, time or bar comes back undefined. */

/** Numbers of dollars, or their decimals as text. */
export function priceFrom(wire: number | string | null | undefined): Price | undefined {
  if (wire == null) return undefined;
  const units = typeof wire === "number" ? unitsFromNumber(wire) : unitsFromDecimal(wire);
  return units !== undefined && isPrice(units) ? units : undefined;
}

/** Seconds since 1970. */
export const instantFromSeconds = (seconds: number): Instant | undefined =>
  Number.isFinite(seconds) && 0 < seconds && seconds < SECONDS_MAX
    ? instant(Math.round(seconds * 1_000))
    : undefined;

interface WireBar {
  readonly start: Instant | undefined;
  readonly open: Price | undefined;
  readonly high: Price | undefined;
  readonly low: Price | undefined;
  readonly close: Price | undefined;
  readonly volume: number | string | null | undefined;
}

/** A bar with all of its prices, none beyond its extremes. */
export function barFrom({ start, open, high, low, close, volume }: WireBar): Bar | undefined {
  if (start === undefined || !open || !high || !low || !close) return undefined;
  if (high < Math.max(open, close) || Math.min(open, close) < low) return undefined;
  const shares = Math.floor(Number(volume ?? 0));
  if (!Number.isSafeInteger(shares) || shares < 0) return undefined;
  return { start, open, high, low, close, volume: shares };
}

/** Of each start the last one told, oldest first, within [start, end). */
export function barsWithin(
  bars: Iterable<Bar>,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): readonly Bar[] {
  const byStart = new Map<Instant, Bar>();
  for (const bar of bars) if (start <= bar.start && bar.start < end) byStart.set(bar.start, bar);
  return [...byStart.values()].toSorted((one, other) => one.start - other.start);
}

/** BRK.B as those write it who have dashes for dots: BRK-B. */
export const dashed = (ticker: Ticker): string => ticker.replace(".", "-");

/** The one of these symbols that a provider means, in whatever spelling. */
export function meantBy(text: string, asked: readonly Ticker[]): Ticker | undefined {
  const ticker = text.toUpperCase().replace("-", ".");
  return isTicker(ticker) && asked.includes(ticker) ? ticker : undefined;
}

/** The year 9999. */
const SECONDS_MAX = 253_402_300_800;
