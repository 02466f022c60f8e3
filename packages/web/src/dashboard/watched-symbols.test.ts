import { describe, expect, it } from "vitest";
import { workerStatusOf } from "../testing/invented-worker.ts";
import { inventedWorld } from "../testing/invented-world.ts";
import { trailWordsOf, watchedSymbolsOf } from "./watched-symbols.ts";

const status = () => workerStatusOf(inventedWorld({ watched: ["TSLA", "AAPL", "GME", "AMC"] }));

describe("the watched symbols", () => {
  it("stand in alphabetical order and once each", () => {
    const before = status();
    const doubled = { ...before, positions: [...before.positions, ...before.positions] };
    const tickers = watchedSymbolsOf(doubled).map(({ state }) => state.ticker);

    expect(tickers).toEqual([...new Set(tickers)].sort());
    expect(tickers).toContain("TSLA");
  });

  it("say how good their figures are", () => {
    const before = status();
    const qualityIn = (view: typeof before, ticker: string) =>
      watchedSymbolsOf(view).find(({ state }) => state.ticker === ticker)?.quality;

    expect(qualityIn(before, "AAPL")).toBe("live_data");
    expect(qualityIn(before, "AMC")).toBe("price_only");
    expect(qualityIn(before, "GME")).toBe("no_data");
    expect(
      qualityIn({ ...before, market_data: { ...before.market_data, state: "cached" } }, "AAPL"),
    ).toBe("cached");
  });
});

describe("the words of a trail", () => {
  it("round a cool-down's minutes up", () => {
    expect(trailWordsOf({ trail_status: "cooldown", cooldown_remaining: 61 })).toBe("Cooldown 2m");
    expect(trailWordsOf({ trail_status: "armed", cooldown_remaining: 0 })).toBe("Armed");
    expect(trailWordsOf({ trail_status: "halted", cooldown_remaining: 0 })).toBe("Risk Limit");
    expect(trailWordsOf({ trail_status: "odd", cooldown_remaining: 0 })).toBe("Unknown");
  });
});
