import { type Bar, type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { chanceKey, chanceUnit } from "../../chance/node-chance.ts";
import type { Clock } from "../../ports/clock.ts";
import { ALL_AT_ONCE, type MarketData, type MarketNews } from "../../ports/market-data.ts";

/**
 * A market for short simulated sessions: prices swing by several percent within minutes, so that
 * every rule has something to do. A function of seed, symbol and time; no likeness of a real market.
 */
export interface WaveMarket extends MarketData {
  priceAt(ticker: Ticker, at: Instant): Price;
}

const NEWS_EVERY_MS = 1_000;
const SWING = 0.035;
const JITTER = 0.002;
const PERIODS_MS = [5, 11, 23].map((minutes) => minutes * MINUTE_MS);

export function waveMarket(
  seed: number,
  clock: Clock,
  listed: readonly Ticker[],
  /** What a symbol costs, in place of the waves. */
  given?: WaveMarket["priceAt"],
): WaveMarket {
  const watched = new Set<Ticker>();

  function priceAt(ticker: Ticker, at: Instant): Price {
    if (given) return given(ticker, at);
    const key = chanceKey(seed, ticker);
    const base = 20 + 180 * chanceUnit(key, -1);
    const swing = PERIODS_MS.reduce((sum, periodMs, wave) => {
      const phase = chanceUnit(key, -2 - wave);
      return sum + SWING * Math.sin(2 * Math.PI * (at / periodMs + phase));
    }, 0);
    const second = Math.floor(at / 1_000) % 2 ** 31;
    const jitter = JITTER * (chanceUnit(key, second) - 0.5);
    return price(Math.round(base * (1 + swing + jitter) * 100) * 100);
  }

  const printsOf = (tickers: Iterable<Ticker>) => {
    const at = clock.now();
    return [...tickers]
      .filter((ticker) => listed.includes(ticker))
      .map((ticker) => ({ ticker, price: priceAt(ticker, at), at }));
  };

  function barOf(ticker: Ticker, start: number, lengthMs: number): Bar {
    const prices = [0, 0.25, 0.5, 0.75, 1].map((part) =>
      priceAt(ticker, instant(start + Math.floor(part * (lengthMs - 1)))),
    );
    return {
      start: instant(start),
      open: prices[0]!,
      high: Math.max(...prices) as Price,
      low: Math.min(...prices) as Price,
      close: prices.at(-1)!,
      volume: 1_000,
    };
  }

  return {
    provider: { ...ALL_AT_ONCE, id: "simulated", name: "Simulated" },
    priceAt,
    async latest(tickers) {
      return { prints: printsOf(tickers), quotes: [] };
    },
    async bars({ ticker, interval, start, end }) {
      const lengthMs = interval === "minute" ? MINUTE_MS : 24 * 60 * MINUTE_MS;
      const bars: Bar[] = [];
      for (let at = Math.ceil(start / lengthMs) * lengthMs; at < end; at += lengthMs)
        bars.push(barOf(ticker, at, lengthMs));
      return bars;
    },
    watch(tickers) {
      for (const ticker of tickers) watched.add(ticker);
    },
    prefer() {},
    async *news(signal): AsyncGenerator<MarketNews> {
      yield { kind: "connected" };
      while (!signal.aborted) {
        await clock.sleep(NEWS_EVERY_MS, signal);
        if (!signal.aborted) yield { kind: "prices", prints: printsOf(watched), quotes: [] };
      }
    },
  };
}
