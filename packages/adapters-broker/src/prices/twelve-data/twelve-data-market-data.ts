import type { Clock } from "@sevenfold/application/ports/clock";
import {
  type MarketData,
  MarketDataUnavailable,
  type PriceProvider,
} from "@sevenfold/application/ports/market-data";
import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import {
  type Bar,
  type Instant,
  MINUTE_MS,
  type Print,
  type Ticker,
} from "@sevenfold/domain/market";

import type { Look, PollLimits } from "../polled.ts";
import { polledMarketData } from "../polled-market-data.ts";
import { type PricePlan, priceBudget } from "../price-budget.ts";
import {
  askForPrices,
  type PriceDoor,
  type Refusal,
  readPrices,
  unavailable,
} from "../price-call.ts";
import { barsWithin, meantBy } from "../price-from-wire.ts";
import {
  barsFromSeries,
  isInDollars,
  newYorkText,
  printFromQuote,
  refusalIn,
} from "./twelve-data-mapping.ts";
import { QuotesWire, QuoteWire, SeriesWire } from "./twelve-data-wire.ts";

export const TWELVE_DATA: PriceProvider = {
  id: "twelve-data",
  name: "Twelve Data",
  delayedByMs: 0,
  streams: false,
  newsWithinMs: 5 * MINUTE_MS,
  quotes: false,
  halts: false,
  bars: ["minute", "day"],
  adjusted: "split",
};

export interface TwelveDataSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** Credits: one for each symbol of a call. */
  readonly plan: PricePlan;
  /** Where it is not the usual one. */
  readonly polling?: Partial<PollLimits>;
}

/** The plan that costs nothing. */
export const TWELVE_DATA_SETTINGS: Omit<TwelveDataSettings, "apiKey"> = {
  url: "https://api.twelvedata.com",
  timeoutMs: 10_000,
  plan: { perMinute: 8, perDay: 800 },
};

/** Of a minute's credits kept for who asks for a single symbol or for bars. */
const KEPT = 2;
const ROWS_PER_PAGE = 5_000;
const PAGES_MAX = 40;
const INTERVALS = { minute: "1min", day: "1day" } as const;

export function twelveDataMarketData(settings: TwelveDataSettings, clock: Clock): MarketData {
  const { apiKey, plan, timeoutMs, url } = settings;
  const door: PriceDoor = {
    name: TWELVE_DATA.name,
    url,
    headers: { Authorization: `apikey ${apiKey}` },
    secret: apiKey,
    timeoutMs,
    budget: priceBudget(plan, clock),
    troubleIn: ({ body }) => refusalIn(body, clock.now()),
  };
  const symbolsPerLook = Math.max(1, plan.perMinute - KEPT);

  return polledMarketData({
    provider: TWELVE_DATA,
    calendar: NYSE_CALENDAR,
    clock,
    polling: {
      symbolsPerLook,
      everyMs: MINUTE_MS,
      followedMax: symbolsPerLook,
      ...settings.polling,
    },
    look: (tickers) => look(door, tickers, clock.now()),

    async bars({ end, interval, start, ticker }) {
      const bars: Bar[] = [];
      let from = start;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const found = await readSeries(door, ticker, {
          interval: INTERVALS[interval],
          start_date: newYorkText(from),
          end_date: newYorkText(end),
        }).catch(noneIfNoData);
        bars.push(...found.bars);
        const last = found.bars.at(-1);
        if (found.rows < ROWS_PER_PAGE || !last || last.start < from)
          return barsWithin(bars, { start, end });
        from = (last.start + MINUTE_MS) as Instant;
      }
      throw unavailable(door, {
        trouble: { reason: "unreadable" },
        message: "Its bars do not end.",
      });
    },
  });
}

async function look(door: PriceDoor, tickers: readonly Ticker[], now: Instant): Promise<Look> {
  const prints: Print[] = [];
  const withheld: Ticker[] = [];
  let passing: Refusal | undefined;
  for (const [symbol, wire] of Object.entries(await readQuotes(door, tickers))) {
    const ticker = meantBy(symbol, tickers);
    const refusal = refusalIn(wire, now);
    if (refusal) {
      // What stands against a symbol says nothing about the others; what stands against us does.
      const { reason } = refusal.trouble;
      if (reason === "plan" && ticker) withheld.push(ticker);
      else if (reason !== "not-found") passing = refusal;
      continue;
    }
    const quote = QuoteWire.safeParse(wire);
    if (!ticker || !quote.success || meantBy(quote.data.symbol, [ticker]) === undefined) {
      passing = { trouble: { reason: "unreadable" } };
      continue;
    }
    const print = printFromQuote(ticker, quote.data);
    if (print) prints.push(print);
  }
  if (passing && prints.length === 0) throw unavailable(door, passing);
  return { prints, quotes: [], withheld };
}

/** Each symbol's quote or refusal, under its name also where one symbol alone was asked for. */
async function readQuotes(
  door: PriceDoor,
  tickers: readonly Ticker[],
): Promise<Readonly<Record<string, unknown>>> {
  const [only] = tickers.length === 1 ? tickers : [];
  const query = { symbol: tickers.join(",") };
  try {
    const body = await askForPrices(door, { path: "/quote", query, counts: tickers.length });
    return only ? { [only]: body } : readPrices(door, QuotesWire, body);
  } catch (error) {
    // A refusal of the one symbol that was asked for is no refusal of the call.
    const reason = error instanceof MarketDataUnavailable ? error.trouble.reason : undefined;
    if (only && reason === "not-found") return {};
    if (only && reason === "plan") return { [only]: WITHHELD };
    throw error;
  }
}

const WITHHELD = { status: "error", code: 403, message: "" } as const;

async function readSeries(
  door: PriceDoor,
  ticker: Ticker,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly bars: readonly Bar[]; readonly rows: number }> {
  const body = await askForPrices(door, {
    path: "/time_series",
    query: { symbol: ticker, ...query, outputsize: ROWS_PER_PAGE, order: "ASC", adjust: "splits" },
  });
  const series = readPrices(door, SeriesWire, body);
  const { currency, exchange_timezone, symbol } = series.meta;
  const isMeant =
    meantBy(symbol, [ticker]) !== undefined &&
    exchange_timezone === "America/New_York" &&
    isInDollars(currency);
  if (!isMeant)
    throw unavailable(door, {
      trouble: { reason: "unreadable" },
      message: "It is of another symbol or market.",
    });
  const bars = [...barsFromSeries(series)].toSorted((one, other) => one.start - other.start);
  return { bars, rows: series.values.length };
}

/** It says so where a time has no bars. */
function noneIfNoData(error: unknown): Awaited<ReturnType<typeof readSeries>> {
  if (error instanceof MarketDataUnavailable && /no data is available/i.test(error.message))
    return { bars: [], rows: 0 };
  throw error;
}
