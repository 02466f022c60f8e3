import type { Bar, Instant, Print, Quote, Ticker } from "@sevenfold/domain/market";
import { isPrice, type Price } from "@sevenfold/domain/money";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";

import { instantFromText } from "../../instant-from-text.ts";
import { barFrom, priceFrom } from "../price-from-wire.ts";
import type { DayWire, IexWire } from "./tiingo-wire.ts";

/** Tiingo's words → ours. */

/** The last trade on IEX where we are told it, else Tiingo's reference price of the moment. */
export function printFromIex(ticker: Ticker, wire: IexWire): Print | undefined {
  const price = priceFrom(wire.last) ?? priceFrom(wire.tngoLast);
  const at = instantFromText(wire.lastSaleTimestamp ?? wire.timestamp ?? "");
  return price && at !== undefined ? { ticker, price, at } : undefined;
}

/** One-sided and crossed quotes price nothing. */
export function quoteFromIex(ticker: Ticker, wire: IexWire): Quote | undefined {
  const bid = priceFrom(wire.bidPrice);
  const ask = priceFrom(wire.askPrice);
  const at = instantFromText(wire.quoteTimestamp ?? wire.timestamp ?? "");
  return bid && ask && bid <= ask && at !== undefined ? { ticker, bid, ask, at } : undefined;
}

/**
 * Bars adjusted for splits, made of days as they were traded, oldest first and up to the latest one: every
 * split after a day divides its prices, also one after all of them.
 */
export function barsFromDays(days: readonly DayWire[], splitSince = 1): readonly Bar[] {
  const bars: Bar[] = [];
  let factor = splitSince;
  for (const day of days.toReversed()) {
    const adjusted = (dollars: number | null | undefined): Price | undefined => {
      const raw = priceFrom(dollars);
      const units = raw === undefined ? 0 : Math.round(raw / factor);
      return isPrice(units) ? units : undefined;
    };
    const bar = barFrom({
      start: startOf(day.date),
      open: adjusted(day.open),
      high: adjusted(day.high),
      low: adjusted(day.low),
      close: adjusted(day.close),
      volume: (day.volume ?? 0) * factor,
    });
    if (bar) bars.push(bar);
    factor *= day.splitFactor;
  }
  return bars.toReversed();
}

/** The label's date, begun in New York. */
export function startOf(label: string): Instant | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(label);
  return match ? instantOfNewYork(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}
