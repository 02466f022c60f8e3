import { type Instant, instant } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { chanceKey, NORMAL_MAX, standardNormal } from "../chance/node-chance.ts";
import {
  type CurveShape,
  MARKET_END,
  MARKET_EPOCH,
  OutsideSimulatedMarket,
  priceCurve,
  REACH,
  SLOT_MS,
} from "./price-curve.ts";

const DAY_MS = 86_400_000;
const shapes: fc.Arbitrary<CurveShape> = fc.record({
  seed: fc.nat(),
  symbol: fc.constantFrom("AAPL", "AMC", "BRK.B"),
  start: fc.integer({ min: 5_000, max: 10_000_000 }).map(price),
  annualVolatility: fc.double({ min: 0.1, max: 2, noNaN: true }),
});
const instants = fc.integer({ min: 0, max: 5 * 365 * DAY_MS }).map(after);

describe("standardNormal", () => {
  it("has mean 0, variance 1 and never leaves its bound", () => {
    const key = chanceKey(7, "AAPL");
    const draws = Array.from({ length: 200_000 }, (_, index) => standardNormal(key, index));
    const mean = draws.reduce((sum, z) => sum + z, 0) / draws.length;
    const variance = draws.reduce((sum, z) => sum + z * z, 0) / draws.length;

    expect(Math.abs(mean)).toBeLessThan(0.01);
    expect(Math.abs(variance - 1)).toBeLessThan(0.01);
    expect(Math.max(...draws.slice(0, 50_000).map(Math.abs))).toBeLessThanOrEqual(NORMAL_MAX);
  });

  it("gives two symbols, and two neighbours, chances that have nothing to do with each other", () => {
    const [apple, amd] = [chanceKey(7, "AAPL"), chanceKey(7, "AMD")];
    let between = 0;
    let along = 0;
    for (let index = 0; index < 100_000; index += 1) {
      between += standardNormal(apple, index) * standardNormal(amd, index);
      along += standardNormal(apple, index) * standardNormal(apple, index + 1);
    }

    expect(Math.abs(between / 100_000)).toBeLessThan(0.015);
    expect(Math.abs(along / 100_000)).toBeLessThan(0.015);
  });
});

describe("priceCurve", () => {
  it("starts at its start price", () => {
    expect(priceCurve(shape({ seed: 1 })).priceAt(MARKET_EPOCH)).toBe(1_000_000);
  });

  it("gives other seeds and other symbols other prices", () => {
    const later = after(400 * DAY_MS);
    const prices = [
      shape({ seed: 1 }),
      shape({ seed: 2 }),
      shape({ seed: 2 ** 40 }),
      shape({ symbol: "B" }),
    ]
      .map(priceCurve)
      .map((curve) => curve.priceAt(later));

    expect(new Set(prices).size).toBe(4);
  });

  it("refuses to speak of times before it began or after it ends", () => {
    const curve = priceCurve(shape({}));

    expect(() => curve.priceAt(instant(MARKET_EPOCH - 1))).toThrow(OutsideSimulatedMarket);
    expect(() => curve.priceAt(MARKET_END)).toThrow(OutsideSimulatedMarket);
    expect(() => curve.extremesIn(instant(MARKET_EPOCH - 500), after(500))).toThrow(
      OutsideSimulatedMarket,
    );
  });

  it("always answers the same, whatever was asked before", () => {
    fc.assert(
      fc.property(shapes, fc.array(instants, { minLength: 1, maxLength: 40 }), (given, asked) => {
        const used = priceCurve(given);

        for (const at of asked) expect(used.priceAt(at)).toBe(priceCurve(given).priceAt(at));
      }),
    );
  });

  it("always stands on the tick and above zero", () => {
    fc.assert(
      fc.property(shapes, instants, (given, at) => {
        const units = priceCurve(given).priceAt(at);

        expect(0 < units && (units < 10_000 || units % 100 === 0)).toBe(true);
      }),
    );
  });

  it("always finds the extremes that a visit of every slot finds", () => {
    fc.assert(
      fc.property(shapes, instants, fc.integer({ min: 1, max: 1_500 }), (given, start, slots) => {
        const end = instant(start + slots * SLOT_MS);
        const seen = pricesIn(given, start, end);

        expect(priceCurve(given).extremesIn(start, end)).toEqual({
          low: Math.min(...seen),
          high: Math.max(...seen),
        });
      }),
    );
  });

  it("finds the extremes of whole days that a visit of every slot finds", () => {
    for (const seed of [1, 2, 3]) {
      const given = shape({ seed, annualVolatility: 1.2 });
      const start = after((300 + 17 * seed) * DAY_MS + 5 * 3_600_000);
      const end = instant(start + DAY_MS);
      const seen = pricesIn(given, start, end);

      expect(priceCurve(given).extremesIn(start, end)).toEqual({
        low: seen.reduce((low, each) => Math.min(low, each)),
        high: seen.reduce((high, each) => Math.max(high, each)),
      });
    }
  });

  it("bounds its reach by what the greatest chances everywhere could do", () => {
    // Every midpoint lifted by its level's full height: the highest a path can go above a flat chord.
    const highest = (left: number, right: number, lift: number, levels: number): number => {
      if (levels === 0) return Math.max(left, right);
      const middle = (left + right) / 2 + lift;
      const down = lift * Math.SQRT1_2;
      return Math.max(
        highest(left, middle, down, levels - 1),
        highest(middle, right, down, levels - 1),
      );
    };
    const reached = highest(0, 0, 1, 16);

    expect(reached).toBeLessThanOrEqual(REACH);
    expect(reached).toBeGreaterThan(REACH - 0.02);
  });

  it("moves as far as its volatility says", () => {
    const days = 600;
    const squares = [1, 2, 3, 4].map((seed) => {
      const curve = priceCurve(shape({ seed, annualVolatility: 0.5, start: price(500_000_000) }));
      let sum = 0;
      for (let day = 0; day < days; day += 1)
        sum +=
          Math.log(curve.priceAt(after((day + 1) * DAY_MS)) / curve.priceAt(after(day * DAY_MS))) **
          2;
      return (sum / days) * 365.25;
    });
    const yearly = Math.sqrt(squares.reduce((sum, each) => sum + each, 0) / squares.length);

    expect(yearly).toBeGreaterThan(0.48);
    expect(yearly).toBeLessThan(0.52);
  });
});

function shape(given: Partial<CurveShape>): CurveShape {
  return { seed: 1, symbol: "A", start: price(1_000_000), annualVolatility: 0.6, ...given };
}

function after(ms: number): Instant {
  return instant(MARKET_EPOCH + ms);
}

function pricesIn(given: CurveShape, start: Instant, end: Instant): number[] {
  const curve = priceCurve(given);
  const seen: number[] = [];
  const first = MARKET_EPOCH + Math.ceil((start - MARKET_EPOCH) / SLOT_MS) * SLOT_MS;
  for (let at = first; at < end; at += SLOT_MS) seen.push(curve.priceAt(instant(at)));
  return seen;
}
