import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import type { Ticker } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { withActions } from "./with-actions.ts";

const DAY_MS = 86_400_000;

/** A bar a day that opens and closes at these dollars. */
function daysOf(dollars: readonly number[]): BarColumns {
  const prices = Float64Array.from(dollars, (each) => each * 10_000);
  return {
    ticker: "ABC" as Ticker,
    count: dollars.length,
    opensAt: Float64Array.from(dollars, (_, day) => day * DAY_MS),
    closesAt: Float64Array.from(dollars, (_, day) => day * DAY_MS + 1),
    open: prices,
    close: prices,
    day: Int32Array.from(dollars, (_, day) => day),
  };
}

const split = (day: number, numerator: number, denominator: number): CorporateAction => ({
  kind: "split",
  day,
  numerator,
  denominator,
});
const taken = (dollars: readonly number[], actions: readonly CorporateAction[]) =>
  withActions([daysOf(dollars)], { bySymbol: new Map([["ABC", actions]]), files: [] });

describe("splits of one opening", () => {
  it.each([
    ["that take each other back", [10, 10, 10], [split(1, 1, 100), split(1, 100, 1)]],
    ["between two bars that are far apart", [10, 15, 15], [split(1, 2, 1), split(1, 1, 3)]],
  ])("are known by the jump of all of them: %s", (_, dollars, actions) => {
    expect(() => taken(dollars, actions)).not.toThrow();
  });

  it.each([
    [9.8, split(1, 21, 20)],
    [10.3, split(1, 21, 20)],
    [9.7, split(1, 20, 21)],
  ])("prove nothing where a night moves prices by as much: %d", (opens, action) => {
    expect(() => taken([10, opens, opens], [action])).not.toThrow();
  });

  it("are refused where the prices do not jump by what they come to", () => {
    expect(() => taken([10, 10, 10], [split(1, 2, 1), split(1, 3, 1)])).toThrow(
      "the bars of ABC do not jump at its split of 2 for 1 on 1970-01-02 and of 3 for 1 on 1970-01-02",
    );
  });
});

describe("a dividend of the day of a split", () => {
  it("is of the shares that the split has made", () => {
    const dividend: CorporateAction = { kind: "dividend", day: 1, perShare: 1_000_000 };

    expect(() => taken([0.5, 5, 5], [split(1, 1, 10), dividend])).not.toThrow();
    expect(() => taken([0.5, 0.5, 0.5], [dividend])).toThrow("as large as the close before it");
  });
});
