import type { Clock } from "@sevenfold/application/ports/clock";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import type {
  OpenedPriceBench,
  PriceBench,
  PriceHand,
} from "@sevenfold/application/ports/market-data-bench.conformance";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";

import { pause } from "../../pause.ts";
import { tiingoMarketData } from "../tiingo/tiingo-market-data.ts";
import { twelveDataMarketData } from "../twelve-data/twelve-data-market-data.ts";
import { yahooMarketData } from "../yahoo/yahoo-market-data.ts";
import { type PriceProtocol, type PriceStandIn, priceStandIn } from "./price-stand-in.ts";
import { speakTiingo } from "./speak-tiingo.ts";
import { speakTwelveData } from "./speak-twelve-data.ts";
import { speakYahoo } from "./speak-yahoo.ts";
import type { StandInMarket } from "./stand-in-market.ts";

/** A Friday, 14:00 in New York. */
export const START = instant(Date.UTC(2026, 10, 20, 19));
export const TIMEOUT_MS = 3_000;
export const SECRET = "a-key-of-nobody-0123456789";
const CALLS_OF_DAY = 5;
const PER_MINUTE = 1_000_000;

export const TICKERS = {
  first: "AAPL" as Ticker,
  second: "MSFT" as Ticker,
  dotted: "BRK.B" as Ticker,
  unknown: "ZZZZ" as Ticker,
  many: [..."ABCDEFGHIJKL"].map((letter) => `Q${letter}` as Ticker),
};

/** A clock that begins on a Friday and goes on as time does. */
export function runningClock(): Clock {
  const began = performance.now();
  return {
    now: () => instant(Math.floor(START + performance.now() - began)),
    monotonicMs: () => performance.now(),
    sleep: (durationMs, signal = new AbortController().signal) => pause(durationMs, signal),
  };
}

/** What is followed by asking is asked for often here, and not all of it is followed. */
const POLLING = { everyMs: 20, followedMax: 5 };

/** An adapter, as it is opened on a stand-in; others may be tried in its place. */
type Plant = (sound: MarketData) => MarketData;
const asItIs: Plant = (sound) => sound;

/** Of whom a key opens the way in. */
export const KEYED = { secret: SECRET };

interface Opening {
  readonly url: string;
  readonly clock: Clock;
  readonly perDay: number;
}

function polledBench(
  name: string,
  {
    capabilities,
    open,
    plant,
    protocol,
    secret = {},
  }: Pick<PriceBench, "capabilities"> & {
    readonly secret?: Pick<OpenedPriceBench, "secret">;
    readonly protocol: () => PriceProtocol;
    readonly open: (opening: Opening) => MarketData;
    readonly plant: Plant;
  },
): PriceBench {
  return {
    name,
    capabilities: ["by-hand", "day-budget", "fewer-symbols", ...capabilities],
    async open({ isDaySmall = false } = {}) {
      const clock = runningClock();
      const standIn = await priceStandIn(protocol(), clock.now);
      listAll(standIn.market);
      const perDay = isDaySmall ? CALLS_OF_DAY : PER_MINUTE;
      return {
        ...openedOn(standIn, clock),
        ...secret,
        marketData: plant(open({ url: standIn.url, clock, perDay })),
        hand: handOf(standIn.market),
        callsOfDay: CALLS_OF_DAY,
        breakLine: () => standIn.breakCalls("hang-up"),
        mendLine: () => standIn.mendCalls(),
        close: () => standIn.close(),
      };
    },
  };
}

export const yahooBench = (plant = asItIs): PriceBench =>
  polledBench("Yahoo", {
    capabilities: ["minutes"],
    protocol: () => speakYahoo,
    open: ({ clock, perDay, url }) =>
      yahooMarketData(
        {
          ...{ url, perDay, timeoutMs: TIMEOUT_MS, perMinute: PER_MINUTE, polling: POLLING },
          spacing: { spacingMs: 0, jitterMs: 0 },
        },
        clock,
      ),
    plant,
  });

export const twelveDataBench = (plant = asItIs): PriceBench =>
  polledBench("Twelve Data", {
    capabilities: ["minutes", "withheld"],
    secret: KEYED,
    protocol: () => speakTwelveData(SECRET),
    open: ({ clock, perDay, url }) =>
      twelveDataMarketData(
        {
          ...{ url, apiKey: SECRET, timeoutMs: TIMEOUT_MS },
          plan: { perMinute: PER_MINUTE, perDay },
          polling: { ...POLLING, symbolsPerLook: 4 },
        },
        clock,
      ),
    plant,
  });

export const tiingoBench = (plant = asItIs): PriceBench =>
  polledBench("Tiingo", {
    capabilities: ["quotes"],
    secret: KEYED,
    protocol: () => speakTiingo(SECRET),
    open: ({ clock, perDay, url }) =>
      tiingoMarketData(
        {
          ...{ url, token: SECRET, timeoutMs: TIMEOUT_MS, polling: POLLING },
          plan: { perMinute: PER_MINUTE, perDay },
        },
        clock,
      ),
    plant,
  });

export function listAll(market: StandInMarket): void {
  for (const symbol of [TICKERS.first, TICKERS.second, TICKERS.dotted, ...TICKERS.many])
    market.list(symbol, 100);
}

/** What every bench on a stand-in has alike. */
export const openedOn = (
  standIn: PriceStandIn,
  clock: Clock,
): Omit<OpenedPriceBench, "breakLine" | "close" | "marketData" | "mendLine"> => ({
  now: clock.now,
  tickers: TICKERS,
  stir(ticker) {
    const stock = standIn.market.stock(ticker);
    stock.price = (stock.price ?? 100) + 0.01;
    stock.at = clock.now();
  },
  break: standIn.breakCalls,
  mend: standIn.mendCalls,
  callCount: standIn.callCount,
  bytesSent: standIn.bytesSent,
});

export const handOf = (market: StandInMarket): PriceHand => ({
  trade(ticker, dollars, at) {
    Object.assign(market.stock(ticker), { price: dollars, at });
  },
  quote(ticker, bid, ask) {
    Object.assign(market.stock(ticker), { bid, ask });
  },
  minutes: (ticker, bars) => void market.stock(ticker).minutes.push(...bars),
  days: (ticker, bars) => void market.stock(ticker).days.push(...bars),
  split: (ticker, start: Instant, shares) => void market.stock(ticker).splits.set(start, shares),
  withhold(ticker) {
    market.stock(ticker).isWithheld = true;
  },
  takeBack() {
    throw new Error("no stream, nothing to take back");
  },
});
