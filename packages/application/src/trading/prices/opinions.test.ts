import { type Instant, instant } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { AAPL } from "../../testing/trading-world.ts";
import { middleOf, openOpinions } from "./opinions.ts";

const NOON = instant(Date.UTC(2026, 2, 11, 16));
const later = (ms: number) => instant(NOON + ms);

describe("what several providers say of a symbol", () => {
  const told = (...notes: (readonly [provider: number, dollars: number, at: Instant])[]) => {
    const opinions = openOpinions();
    for (const [provider, dollars, at] of notes)
      opinions.note(provider, { ticker: AAPL, price: price(dollars * 10_000), at }, 0);
    return opinions;
  };

  it("is disputed for five minutes where two are apart about one minute, or until they agree", () => {
    const apart = told([1, 100, NOON], [2, 102, later(60_000)]);

    expect(apart.isDisputed(AAPL, 299_999)).toBe(true);
    expect(apart.isDisputed(AAPL, 300_000)).toBe(false);
    expect(told([1, 100, NOON], [2, 102, NOON], [1, 102, NOON]).disputed(0)).toEqual([]);
  });

  it("is not disputed where they speak of other minutes, or one speaks twice", () => {
    expect(told([1, 100, NOON], [2, 102, later(60_001)]).disputed(0)).toEqual([]);
    expect(told([1, 100, NOON], [1, 102, NOON]).disputed(0)).toEqual([]);
    const again = [1, 100, later(120_000)] as const;
    expect(told([1, 100, NOON], [2, 102, NOON], again).disputed(0)).toEqual([AAPL]);
  });

  it("is the middle of a quote, unless its sides are far apart or one is missing", () => {
    const between = (bid: number | undefined, ask: number | undefined) =>
      middleOf({ bid: bid as Price | undefined, ask: ask as Price | undefined });

    expect(between(1_000_000, 1_001_000)).toBe(1_000_500);
    expect([between(1_000_000, 1_100_000), between(undefined, 1_000_000)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
