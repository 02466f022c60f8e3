import type { Clock } from "@sevenfold/application/ports/clock";
import {
  type MarketData,
  MarketDataUnavailable,
  type PriceProvider,
} from "@sevenfold/application/ports/market-data";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import type { Bar, Instant, Ticker } from "@sevenfold/domain/market";

import type { Look } from "../polled.ts";
import { polledMarketData } from "../polled-market-data.ts";
import { unavailable } from "../price-call.ts";
import { barsWithin } from "../price-from-wire.ts";
import { openYahooCharts, type YahooCharts, type YahooSettings } from "./yahoo-charts.ts";
import { barsFromChart, printFromChart } from "./yahoo-mapping.ts";

/** Yahoo's charts: no key and no contract, for personal use only. docs/market-data.md */
export const YAHOO: PriceProvider = {
  id: "yahoo",
  name: "Yahoo",
  label: "For personal use only",
  delayedByMs: 0,
  streams: false,
  newsWithinMs: 5 * 60_000,
  quotes: false,
  halts: false,
  bars: ["minute", "day"],
  adjusted: "split",
};

const DAY_MS = 24 * 60 * 60_000;
/** Of minutes it gives so much at once, and nothing older than a month. */
const MINUTES_MS = 7 * DAY_MS;
const MINUTES_BACK_MS = 30 * DAY_MS;
/** Of days, what stays far below the limit of an answer. */
const DAYS_MS = 10 * 366 * DAY_MS;

export function yahooMarketData(
  settings: YahooSettings,
  clock: Clock,
  /** Given where something else is asked of Yahoo too: all of it goes through one line. */
  charts = openYahooCharts(settings, clock),
): MarketData {
  return polledMarketData({
    provider: YAHOO,
    calendar: NYSE_CALENDAR,
    clock,
    polling: { symbolsPerLook: 1, everyMs: 2_000, followedMax: 100, ...settings.polling },
    look: ([ticker]) => look(charts, ticker!),

    async bars({ end, interval, start, ticker }) {
      if (interval === "minute" && start < clock.now() - MINUTES_BACK_MS)
        throw unavailable(YAHOO, {
          trouble: { reason: "plan" },
          message: "Minutes reach back 30 days.",
        });
      const bars: Bar[] = [];
      const lengthMs = interval === "minute" ? MINUTES_MS : DAYS_MS;
      for (let from = start; from < end; from = (from + lengthMs) as Instant) {
        const chart = await charts.read(ticker, {
          period1: Math.floor(from / 1_000),
          period2: Math.ceil(Math.min(from + lengthMs, end) / 1_000),
          interval: interval === "minute" ? "1m" : "1d",
          includePrePost: interval === "minute" ? "true" : "false",
        });
        bars.push(...barsFromChart(chart, interval));
      }
      return barsWithin(bars, { start, end });
    },
  });
}

async function look(charts: YahooCharts, ticker: Ticker): Promise<Look> {
  const print = await charts
    .read(ticker, { range: "1d", interval: "1m", includePrePost: "true" })
    .then((chart) => printFromChart(ticker, chart))
    .catch((error) => {
      if (error instanceof MarketDataUnavailable && error.trouble.reason === "not-found")
        return undefined;
      throw error;
    });
  return { prints: print ? [print] : [], quotes: [], withheld: [] };
}
