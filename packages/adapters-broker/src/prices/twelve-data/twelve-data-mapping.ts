import {
  type Bar,
  type Instant,
  MINUTE_MS,
  type Print,
  type Ticker,
} from "@sevenfold/domain/market";
import { instantOfNewYork, newYorkParts } from "@sevenfold/domain/new-york-time";

import type { Refusal } from "../price-call.ts";
import { barFrom, instantFromSeconds, priceFrom } from "../price-from-wire.ts";
import { type QuoteWire, RefusalWire, type SeriesWire } from "./twelve-data-wire.ts";

/** Twelve Data's words ↔ ours. */

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The latest price. Where the minute of the trade is not told, it counts as of the day's start. */
export function printFromQuote(ticker: Ticker, wire: QuoteWire): Print | undefined {
  const price = priceFrom(wire.close);
  const at = instantFromSeconds(wire.last_quote_at ?? wire.timestamp);
  if (!price || at === undefined || !isInDollars(wire.currency)) return undefined;
  return { ticker, price, at };
}

export const isInDollars = (currency: string | null | undefined): boolean =>
  currency == null || currency === "USD";

export function* barsFromSeries({ values }: SeriesWire): Generator<Bar> {
  for (const { close, datetime, high, low, open, volume } of values) {
    const bar = barFrom({
      start: newYorkInstant(datetime),
      open: priceFrom(open),
      high: priceFrom(high),
      low: priceFrom(low),
      close: priceFrom(close),
      volume,
    });
    if (bar) yield bar;
  }
}

/** "2026-11-20" or "2026-11-20 09:30:00" by New York's clocks. */
function newYorkInstant(text: string): Instant | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return instantOfNewYork(year!, month!, day!, hour, minute, second);
}

export function newYorkText(at: Instant): string {
  const { day, hour, minute, month, second, year } = newYorkParts(at);
  const [date, time] = [
    [month, day],
    [hour, minute, second],
  ].map((parts) => parts.map((part) => String(part).padStart(2, "0")));
  return `${year}-${date!.join("-")} ${time!.join(":")}`;
}

/** "**symbol** not found: …" and "**symbol** or **figi** parameter is missing or invalid", with code 400 or 404. */
const UNKNOWN_SYMBOL = /not found|no data is available|\*\*symbol\*\*.* is missing or invalid/i;

/** What a refusal means: it may stand in an answer that says it went well. */
export function refusalIn(body: unknown, now: Instant): Refusal | undefined {
  const read = RefusalWire.safeParse(body);
  if (!read.success) return undefined;
  const { code, message } = read.data;
  const said = (trouble: Refusal["trouble"]): Refusal => ({ trouble, message });
  if (code === 429)
    return /for the day/i.test(message)
      ? said({ reason: "budget-spent", until: nextDayOf(now) })
      : said({ reason: "rate-limit", retryAfterMs: MINUTE_MS });
  if (/available .*(with|starting|plan)/i.test(message)) return said({ reason: "plan" });
  if (code === 401) return said({ reason: "credentials" });
  if (code === 403) return said({ reason: "plan" });
  if (UNKNOWN_SYMBOL.test(message)) return said({ reason: "not-found" });
  return said({ reason: code < 500 ? "unreadable" : "network" });
}

const nextDayOf = (now: Instant): Instant => ((Math.floor(now / DAY_MS) + 1) * DAY_MS) as Instant;
