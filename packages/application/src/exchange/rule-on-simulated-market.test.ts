import { type Instant, instant } from "@sevenfold/domain/market";
import { stockOf } from "@sevenfold/domain/stocks";
import { describe, expect, it } from "vitest";

import { MARKET_EPOCH } from "./price-curve.ts";
import { openSimulatedMarket, type SimulatedMarket } from "./simulated-market.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const SYMBOLS = ["AAPL", "NVDA", "TSLA", "JPM", "XOM", "PFE"].map((symbol) => stockOf(symbol)!);
const SEEDS = Array.from({ length: 30 }, (_, seed) => seed);
const FIRST = instant(MARKET_EPOCH + 120 * DAY_MS);
const DAYS = 8;

describe("the simulated market", () => {
  it("does not flatter the 4% rule: after the spread it earns nothing worth naming", () => {
    const gains = eachWalk((market, symbol) => gainOfRule(market, symbol));
    const { mean, standardError } = summaryOf(gains);

    // Each walk risks one position over eight days. It may lose the spread; it must not win.
    expect(gains.length).toBe(SEEDS.length * SYMBOLS.length);
    expect(mean).toBeLessThanOrEqual(2 * standardError);
    expect(standardError).toBeLessThan(0.02);
  });

  it("would be caught flattering it, were its prices drawn back to one level", () => {
    const gains = SEEDS.flatMap((seed) =>
      SYMBOLS.map((_, index) => gainOn(swingingPrices(seed, index))),
    );
    const { mean, standardError } = summaryOf(gains);

    expect(mean).toBeGreaterThan(2 * standardError);
  });

  it("has no drift: a dollar held is worth a dollar", () => {
    const gains = eachWalk((market, { ticker }) => {
      const end = instant(FIRST + DAYS * DAY_MS);
      return market.priceAt(ticker, end) / market.priceAt(ticker, FIRST) - 1;
    });
    const { mean, standardError } = summaryOf(gains);

    expect(Math.abs(mean)).toBeLessThan(3 * standardError);
  });

  it("has minute returns that do not tell the next one", () => {
    const correlations = eachWalk((market, { ticker }) => {
      const returns: number[] = [];
      let last = market.priceAt(ticker, FIRST);
      for (let minute = 1; minute <= 2_000; minute += 1) {
        const price = market.priceAt(ticker, instant(FIRST + minute * MINUTE_MS));
        returns.push(Math.log(price / last));
        last = price;
      }
      return autocorrelationOf(returns);
    });
    const { mean } = summaryOf(correlations);

    // Rounding to the cent gives a cheap stock a trace of bounce; nothing near a tradable one.
    expect(Math.abs(mean)).toBeLessThan(0.01);
  });
});

function eachWalk(
  measure: (market: SimulatedMarket, stock: (typeof SYMBOLS)[number]) => number,
): number[] {
  return SEEDS.flatMap((seed) => {
    const market = openSimulatedMarket({ seed, stocks: SYMBOLS, volatility: 2 });
    return SYMBOLS.map((stock) => measure(market, stock));
  });
}

interface Tick {
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
}

function gainOfRule(market: SimulatedMarket, { ticker }: (typeof SYMBOLS)[number]): number {
  function* ticks(): Generator<Tick> {
    for (let at: Instant = FIRST; at < FIRST + DAYS * DAY_MS; at = instant(at + MINUTE_MS)) {
      const { bid, ask } = market.quoteAt(ticker, at);
      yield { price: market.priceAt(ticker, at), bid, ask };
    }
  }
  return gainOn(ticks());
}

/** The rule in six lines: buys 4% below the high at the ask, sells 4% above the low at the bid. */
function gainOn(ticks: Iterable<Tick>): number {
  let [high, low, paid, worth, last] = [0, Number.POSITIVE_INFINITY, 0, 1, 0];
  for (const { price, bid, ask } of ticks) {
    high = Math.max(high, price);
    low = Math.min(low, price);
    last = bid;
    if (paid === 0 && price * 100 <= high * 96) [paid, high, low] = [ask, ask, ask];
    else if (paid !== 0 && low * 104 <= price * 100) {
      worth *= bid / paid;
      [paid, high, low] = [0, bid, bid];
    }
  }
  return (paid === 0 ? worth : (worth * last) / paid) - 1;
}

/** A price that swings a little over 4% around one level: what a market must not be. */
function* swingingPrices(seed: number, index: number): Generator<Tick> {
  for (let minute = 0; minute < DAYS * 1_440; minute += 1) {
    const price = 100 * (1 + 0.022 * Math.sin((minute + 97 * seed + 31 * index) / 400));
    yield { price, bid: price * 0.9998, ask: price * 1.0002 };
  }
}

function summaryOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (values.length - 1) / values.length) };
}

function autocorrelationOf(values: readonly number[]): number {
  const { mean } = summaryOf(values);
  let [along, all] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const centred = values[index]! - mean;
    all += centred ** 2;
    if (0 < index) along += centred * (values[index - 1]! - mean);
  }
  return along / all;
}
