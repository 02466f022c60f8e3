import { describe, expect, it } from "vitest";
import { play } from "../../testing/played-days.ts";
import { benchmarkOn, type Market, marketOfBars, marketReturnsOn } from "./market.ts";

const market = (values: Readonly<Record<number, number>>, start?: number): Market => ({
  days: Int32Array.from(Object.keys(values), Number),
  values: Float64Array.from(Object.values(values)),
  start,
});

describe("a market beside an account", () => {
  it("is what both have days of: a day that one lacks is part of the next return", () => {
    const found = benchmarkOn(
      market({ 10: 50, 11: 51, 13: 54, 14: 55 }),
      Int32Array.of(11, 12, 13, 14),
      [100, 101, 102, 103, 104],
    );

    // Day 10 comes before the account's first day: what the market was worth at its start.
    expect(found).toEqual({ values: [100, 101, 103, 104], closes: [50, 51, 54, 55] });
  });

  it("begins with the first day where nobody knows what it was worth before", () => {
    const found = benchmarkOn(market({ 11: 51, 12: 52 }), Int32Array.of(11, 12), [100, 101, 102]);

    expect(found).toEqual({ values: [101, 102], closes: [51, 52] });
  });

  it("begins with its opening on the first day that it has, where the account began before", () => {
    const found = benchmarkOn(
      market({ 12: 55, 13: 60 }, 50),
      Int32Array.of(11, 12, 13),
      [100, 101, 102, 103],
    );

    expect(found).toEqual({ values: [101, 102, 103], closes: [50, 55, 60] });
  });

  it("tells the return of each day since its value before, also across days left out", () => {
    const returns = marketReturnsOn(
      market({ 1: 100, 2: 110, 3: 99, 5: 198 }, 80),
      Int32Array.of(1, 3, 4, 5),
    );

    expect([...returns].map((each) => Number(each.toFixed(12)))).toEqual([0.25, -0.1, 0, 1]);
  });
});

describe("marketOfBars", () => {
  it("holds every symbol in equal parts from its first opening", () => {
    const { columns: one } = play(
      [
        [100, 110, 90, 110],
        [110, 120, 100, 120],
      ],
      {},
    );
    const { columns: other } = play(
      [
        [50, 50, 40, 40],
        [40, 60, 40, 60],
      ],
      {},
    );

    const { values, start } = marketOfBars([one, other], Int32Array.of(0, 1));

    expect(start).toBe(1);
    expect([...values].map((each) => Number(each.toFixed(12)))).toEqual([0.95, 1.2]);
  });
});
