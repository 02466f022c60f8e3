import type { Clock } from "@sevenfold/application/ports/clock";
import { MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { MINUTE_MS, type Ticker, type TradingDay } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";
import { z } from "zod";

import { askForPrices, type PriceDoor, readPrices } from "../price-call.ts";
import { dashed } from "../price-from-wire.ts";
import { type DayWire, SplitWire } from "./tiingo-wire.ts";

/** One may be declared, or canceled, until its day. */
const KEPT_MS = 60 * MINUTE_MS;
const AGAIN_AFTER_MS = MINUTE_MS;
/** It says no to our plan, and would again: bars are told as far as its days go. */
const NOT_GIVEN: ReadonlySet<string> = new Set(["credentials", "not-found", "plan"]);

type Factors = ReadonlyMap<string, number>;

/**
 * How many shares of today each share of its last day has become. The day of a split is in the list of days
 * once it is over; until then the splits of the day say so, all in one call. Rejects where they may be told
 * in a moment.
 */
export function todaysSplits(door: PriceDoor, clock: Clock) {
  let known:
    | { readonly day: TradingDay; readonly factors: Promise<Factors>; until: number }
    | undefined;

  const factorsOf = (day: TradingDay): Promise<Factors> => {
    const nowMs = clock.monotonicMs();
    if (known?.day === day && nowMs < known.until) return known.factors;
    const asked = { day, factors: readSplits(door, day), until: nowMs + KEPT_MS };
    asked.factors.catch(() => {
      asked.until = nowMs + AGAIN_AFTER_MS;
    });
    known = asked;
    return asked.factors;
  };

  return async (ticker: Ticker, days: readonly DayWire[]): Promise<number> => {
    const now = clock.now();
    const today = tradingDayOf(now);
    const session = NYSE_CALENDAR.sessionOf(today);
    const last = days.at(-1)?.date.slice(0, 10);
    // Before the opening prices are still of the shares of the day before.
    if (!session || now < session.opens || last === undefined || today <= last) return 1;
    return (await factorsOf(today)).get(dashed(ticker)) ?? 1;
  };
}

async function readSplits(door: PriceDoor, day: TradingDay): Promise<Factors> {
  const path = "/tiingo/corporate-actions/splits";
  try {
    const splits = readPrices(
      door,
      z.array(SplitWire),
      await askForPrices(door, { path, query: { exDate: day } }),
    );
    return new Map(
      splits
        .filter(({ exDate, splitStatus }) => exDate.slice(0, 10) === day && splitStatus !== "c")
        .map(({ splitFactor, ticker }) => [ticker.toUpperCase(), splitFactor]),
    );
  } catch (error) {
    if (error instanceof MarketDataUnavailable && NOT_GIVEN.has(error.trouble.reason))
      return new Map();
    throw error;
  }
}
