import { type Instant, instant } from "@sevenfold/domain/market";
import { type Price, price, tickOf } from "@sevenfold/domain/money";
import { STOCKS, stockOf } from "@sevenfold/domain/stocks";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MARKET_EPOCH, SLOT_MS } from "./price-curve.ts";
import { openSimulatedMarket, quoteAround } from "./simulated-market.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const [AAPL, AMC] = [stockOf("AAPL")!, stockOf("AMC")!];
const market = openSimulatedMarket({ seed: 7, stocks: [AAPL, AMC], volatility: 2 });
const minutes = fc
  .integer({ min: 0, max: 3 * 365 * 1_440 })
  .map((count) => instant(MARKET_EPOCH + count * MINUTE_MS));

describe("openSimulatedMarket", () => {
  it("lists every stock once and nothing else", () => {
    const whole = openSimulatedMarket({ seed: 1, stocks: STOCKS, volatility: 1 });

    expect(STOCKS.every(({ ticker }) => whole.has(ticker))).toBe(true);
    expect(whole.has("ZZZZ")).toBe(false);
  });

  it("always makes a bar the aggregate of its prints, volume included", () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 400 }), (start, slots) => {
        const end = later(start, slots * SLOT_MS);
        const prints = Array.from({ length: slots }, (_, slot) =>
          market.printAt(AMC.ticker, later(start, slot * SLOT_MS)),
        );
        const prices = prints.map((print) => print.price);

        expect(market.barOf(AMC.ticker, start, end)).toEqual({
          start,
          open: prices[0],
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1),
          volume: prints.reduce((sum, { size }) => sum + size, 0),
          trades: slots,
        });
      }),
    );
  });

  it("makes a day's bar of its minute bars", () => {
    for (const day of [200, 333, 700]) {
      const start = later(MARKET_EPOCH, day * DAY_MS);
      const whole = market.barOf(AAPL.ticker, start, later(start, DAY_MS))!;
      const parts = Array.from({ length: 1_440 }, (_, minute) => {
        const from = later(start, minute * MINUTE_MS);
        return market.barOf(AAPL.ticker, from, later(from, MINUTE_MS))!;
      });

      expect(whole).toEqual({
        start,
        open: parts[0]!.open,
        high: Math.max(...parts.map(({ high }) => high)),
        low: Math.min(...parts.map(({ low }) => low)),
        close: parts.at(-1)!.close,
        volume: parts.reduce((sum, { volume }) => sum + volume, 0),
        trades: parts.reduce((sum, { trades }) => sum + trades, 0),
      });
    }
  });

  it("has no bar where no print begins", () => {
    const start = later(MARKET_EPOCH, DAY_MS + 1);

    expect(market.barOf(AAPL.ticker, start, later(start, 200))).toBeUndefined();
  });
});

describe("quoteAround", () => {
  const quoted = (units: number) => quoteAround(AAPL.ticker, price(units), MARKET_EPOCH);

  it("keeps two ticks or four basis points between bid and ask", () => {
    expect(quoted(500_000)).toMatchObject({ bid: 499_900, ask: 500_100 });
    expect(quoted(10_000_000)).toMatchObject({ bid: 9_998_000, ask: 10_002_000 });
    expect(quoted(5_000)).toMatchObject({ bid: 4_999, ask: 5_001 });
  });

  it("always stands on the tick, with the price strictly below the ask and not below the bid", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900_000_000 }), (units) => {
        const last = price(Math.max(1, Math.floor(units / tickOf(units)) * tickOf(units)));
        const { bid, ask } = quoted(last);

        expect(0 < bid && bid <= last && last < ask).toBe(true);
        expect([bid, ask].every((side: Price) => side % tickOf(side) === 0)).toBe(true);
      }),
    );
  });
});

function later(at: Instant, ms: number): Instant {
  return instant(at + ms);
}
