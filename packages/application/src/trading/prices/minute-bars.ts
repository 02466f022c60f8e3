import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/** A minute of a symbol, as its accepted prices made it. */
export interface MinuteBar {
  readonly ticker: Ticker;
  readonly opensAt: Instant;
  readonly open: Price;
  high: Price;
  low: Price;
  close: Price;
}

export interface ClosedMinute {
  readonly closesAt: Instant;
  /** By symbol. A symbol without a price in the minute has no bar. */
  readonly bars: readonly MinuteBar[];
}

/** Bars of the minutes that are heard whole. */
export interface MinuteBars {
  take(ticker: Ticker, price: Price, at: Instant): void;
  /**
   * The price never was. A bar whose price it made is left out with its minute, for nobody knows what it
   * would have been; what is over by now has been told.
   */
  takeBack(ticker: Ticker, price: Price, at: Instant): void;
  /** The minutes that are over by now, the oldest first, each once. */
  closed(now: Instant): readonly ClosedMinute[];
  /**
   * Leaves out what was heard so far, and the rest of a minute of which something was; of the minute that
   * holds `now` in any case.
   */
  forget(now?: Instant): void;
}

/** Prices of a minute may come this much after its end. */
const LATE_MS = 1_000;

/** Prices are of now: one of so long before what is left out says that the clock was ahead then. */
const AHEAD_MAX_MS = 2 * MINUTE_MS;

/** The minute in which it is opened was missed in part, and is left out. */
export function openMinuteBars(from: Instant): MinuteBars {
  const minutes = new Map<number, Map<Ticker, MinuteBar>>();
  /** Bars of which a price was taken back. */
  const spoiled = new WeakSet<MinuteBar>();
  let closedUntil = endOfMinute(from);
  const beginAt = (opensAt: number) => {
    minutes.clear();
    closedUntil = opensAt;
  };
  return {
    take(ticker, price, at) {
      const opensAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
      if (opensAt < closedUntil) {
        if (AHEAD_MAX_MS < closedUntil - opensAt) beginAt(opensAt + MINUTE_MS);
        return;
      }
      const minute = minutes.get(opensAt) ?? new Map<Ticker, MinuteBar>();
      minutes.set(opensAt, minute);
      const bar = minute.get(ticker);
      if (bar === undefined) {
        const all = { open: price, high: price, low: price, close: price };
        minute.set(ticker, { ticker, opensAt: opensAt as Instant, ...all });
        return;
      }
      if (bar.high < price) bar.high = price;
      if (price < bar.low) bar.low = price;
      bar.close = price;
    },
    takeBack(ticker, price, at) {
      const bar = minutes.get(Math.floor(at / MINUTE_MS) * MINUTE_MS)?.get(ticker);
      if (bar && [bar.open, bar.high, bar.low, bar.close].includes(price)) spoiled.add(bar);
    },
    closed(now) {
      const over = [...minutes.keys()].filter((opensAt) => opensAt + MINUTE_MS + LATE_MS <= now);
      return over
        .sort((one, other) => one - other)
        .map((opensAt) => {
          const minute = minutes.get(opensAt)!;
          minutes.delete(opensAt);
          closedUntil = opensAt + MINUTE_MS;
          const whole = [...minute.values()].filter((bar) => !spoiled.has(bar));
          const bars = whole.sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
          return { closesAt: closedUntil as Instant, bars };
        });
    },
    forget(now = 0 as Instant) {
      closedUntil = Math.max(closedUntil, endOfMinute(now));
      closedUntil = Math.max(closedUntil, ...[...minutes.keys()].map((at) => at + MINUTE_MS));
      minutes.clear();
    },
  };
}

/** At the beginning of a minute, that beginning: it is heard whole. */
const endOfMinute = (at: Instant): number => Math.ceil(at / MINUTE_MS) * MINUTE_MS;
