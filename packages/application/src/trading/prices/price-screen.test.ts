import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";

import { screen, unscreened } from "./price-screen.ts";

const NOW = 1_000_000 as Instant;

describe("screen", () => {
  it("sets a jump aside until three prints in a row agree on it", () => {
    expect(screened(1_000_000, 1_210_000, 1_220_000, 1_205_000, 1_230_000)).toEqual([
      "accepted",
      "quarantined",
      "quarantined",
      "accepted",
      "accepted",
    ]);
  });

  it("takes a print that is asked for again for the one that it is", () => {
    const symbol = unscreened();
    const jumped = (at: number) => ({
      ...PRINT,
      price: 500_000 as Price,
      at: (NOW + at) as Instant,
    });
    screen(symbol, PRINT, NOW);

    for (let asked = 0; asked < 5; asked += 1)
      expect(screen(symbol, jumped(1), NOW)).toBe("quarantined");
    expect(screen(symbol, jumped(2), NOW)).toBe("quarantined");
    expect(screen(symbol, jumped(3), NOW)).toBe("accepted");
  });

  it("believes one that is still the latest some seconds later, as while a market is closed", () => {
    const symbol = unscreened();
    const jumped = { ...PRINT, price: 500_000 as Price };
    const askedAfter = (ms: number) => screen(symbol, jumped, (NOW + ms) as Instant);
    screen(symbol, PRINT, NOW);

    expect([0, 4_999, 5_000, 9_999].map(askedAfter)).toEqual(Array(4).fill("quarantined"));
    expect(askedAfter(10_000)).toBe("accepted");
  });

  it("forgets a jump that goes back", () => {
    expect(screened(1_000_000, 500_000, 1_000_000, 500_000, 500_000)).toEqual([
      "accepted",
      "quarantined",
      "accepted",
      "quarantined",
      "quarantined",
    ]);
  });

  it("starts over when suspects disagree among themselves", () => {
    expect(screened(1_000_000, 500_000, 2_000_000, 500_000, 510_000, 505_000)).toEqual([
      "accepted",
      "quarantined",
      "quarantined",
      "quarantined",
      "quarantined",
      "accepted",
    ]);
  });

  it("takes a move of exactly a fifth for a move", () => {
    expect(screened(1_000_000, 1_200_000)).toEqual(["accepted", "accepted"]);
  });

  it("knows what is no price", () => {
    for (const price of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, 1.5])
      expect(screened(price)).toEqual(["not-a-price"]);
  });

  it("sets aside prints older than the last and those from the future", () => {
    const symbol = unscreened();
    const print = (at: number) => ({ ...PRINT, at: at as Instant });

    expect(screen(symbol, print(NOW), NOW)).toBe("accepted");
    expect(screen(symbol, print(NOW - 1), NOW)).toBe("old");
    expect(screen(symbol, print(NOW + 2_001), NOW)).toBe("ahead");
    expect(screen(symbol, print(NOW + 2_000), NOW)).toBe("accepted");
  });
});

const PRINT = { ticker: "AAPL" as Ticker, price: 1_000_000 as Price, at: NOW };

function screened(...prices: readonly number[]) {
  const symbol = unscreened();
  return prices.map((price, count) =>
    screen(symbol, { ...PRINT, price: price as Price, at: (NOW + count) as Instant }, NOW),
  );
}
