import {
  type Bar,
  type BarInterval,
  type Instant,
  MINUTE_MS,
  type Print,
  type Ticker,
} from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { dayBoundsOf } from "@sevenfold/domain/new-york-time";

import { barFrom, instantFromSeconds, priceFrom } from "../price-from-wire.ts";
import type { ChartResult } from "./yahoo-wire.ts";

/** Yahoo's charts → ours. */

/** A share of this market, in its money and its time. */
export const isOfUnitedStates = ({ meta }: ChartResult): boolean =>
  meta.currency === "USD" && meta.exchangeTimezoneName === "America/New_York";

/**
 * The latest trade: the regular market's, or after its hours the close of the last minute, which happened
 * at that minute's start or up to a minute later.
 */
export function printFromChart(ticker: Ticker, chart: ChartResult): Print | undefined {
  const regularAt = instantFromSeconds(chart.meta.regularMarketTime ?? Number.NaN);
  const regular = priceFromFloat(chart.meta.regularMarketPrice);
  const last = lastMinuteOf(chart);
  if (last && (regularAt === undefined || regularAt < last.at)) return { ticker, ...last };
  return regular && regularAt !== undefined ? { ticker, price: regular, at: regularAt } : undefined;
}

function lastMinuteOf({ indicators, timestamp }: ChartResult) {
  const closes = indicators.quote[0]?.close ?? [];
  for (let row = closes.length - 1; 0 <= row; row -= 1) {
    const price = priceFromFloat(closes[row]);
    const at = instantFromSeconds(timestamp?.[row] ?? Number.NaN);
    if (price && at !== undefined) return { price, at };
  }
  return undefined;
}

/**
 * Rows whose four prices are there. A day's row stands at its opening, and the growing one at the latest
 * trade, beside or in place of the other: both begin where the day does. The growing minute is left out
 * where it stands between two minutes.
 */
export function* barsFromChart(
  { indicators, timestamp }: ChartResult,
  interval: BarInterval,
): Generator<Bar> {
  const columns = indicators.quote[0] ?? {};
  for (const [row, seconds] of (timestamp ?? []).entries()) {
    const bar = barFrom({
      start: startOf(instantFromSeconds(seconds), interval),
      open: priceFromFloat(columns.open?.[row]),
      high: priceFromFloat(columns.high?.[row]),
      low: priceFromFloat(columns.low?.[row]),
      close: priceFromFloat(columns.close?.[row]),
      volume: columns.volume?.[row],
    });
    if (bar) yield bar;
  }
}

function startOf(at: Instant | undefined, interval: BarInterval): Instant | undefined {
  if (at === undefined) return undefined;
  if (interval === "day") return dayBoundsOf(at).starts;
  return at % MINUTE_MS === 0 ? at : undefined;
}

/**
 * Yahoo's prices are single precision written out: 189.7100067138672 is 189.71. The shortest decimal,
 * down to a ten-thousandth, that is the same number in single precision.
 */
export function priceFromFloat(wire: number | null | undefined): Price | undefined {
  if (wire == null || !Number.isFinite(wire)) return undefined;
  for (const digits of [0, 1, 2, 3]) {
    const shorter = Number(wire.toFixed(digits));
    if (Math.fround(shorter) === Math.fround(wire)) return priceFrom(shorter);
  }
  return priceFrom(wire.toFixed(4));
}
