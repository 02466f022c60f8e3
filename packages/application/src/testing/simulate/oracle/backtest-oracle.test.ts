import type { Ticker } from "@sevenfold/domain/market";
import { drawUntil } from "@sevenfold/domain/testing/draw-until";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runBacktest } from "../../../research/backtest/run-backtest.ts";
import { columnsOf, markets, rules, settingsOf } from "../../bar-arbitraries.ts";
import type { PlainBar, PlainRules } from "../../plain-rules.ts";
import { judgeBacktest } from "./backtest-oracle.ts";

const judgedBars = (bars: readonly PlainBar[]) =>
  bars
    .filter(({ closesInSession }) => closesInSession)
    .map(({ symbol, ...bar }) => ({ ...bar, ticker: symbol as Ticker }));

/** A backtest under some rules, judged by others: by the same ones where none are given. */
function judged(bars: readonly PlainBar[], plain: PlainRules, by: PlainRules = plain) {
  const report = runBacktest(columnsOf(bars), settingsOf(plain));
  return judgeBacktest(judgedBars(bars), settingsOf(by), report);
}

const commissions = fc.option(
  fc.constant({ perOrder: 10_000, perShare: 3_333, rate: 278, minimum: 3_500 }),
  { nil: undefined },
);
const costly = fc
  .tuple(rules, commissions)
  .map(([plain, commission]): PlainRules => ({ ...plain, commission }));

describe("a backtest beside the oracle of a live account", () => {
  it("always decides order for order what the oracle wants, and nothing else", () => {
    const met = new Map<string, number>();
    drawUntil(
      () => met.size === 4,
      (seed) =>
        fc.assert(
          fc.property(markets, costly, (bars, plain) => {
            const { broken, wanted } = judged(bars, plain);

            expect(broken).toEqual([]);
            for (const [reason, count] of wanted) met.set(reason, (met.get(reason) ?? 0) + count);
          }),
          { numRuns: 300, seed },
        ),
    );
    // Entries and all three exits.
    expect([...met.keys()].sort()).toEqual([
      "stop-loss",
      "take-profit",
      "trail-drop",
      "trail-rise",
    ]);
  });

  const FAULTS: Readonly<Record<string, (plain: PlainRules) => PlainRules>> = {
    "a drop half a percent deeper": (plain) => ({ ...plain, buyDrop: plain.buyDrop + 50 }),
    "a rise half a percent higher": (plain) => ({ ...plain, sellRise: plain.sellRise + 50 }),
    "no cool-down": (plain) => ({ ...plain, coolDownMs: 0 }),
    "a share too many": (plain) => ({ ...plain, sharesToBuy: plain.sharesToBuy + 1 }),
    "no limit of the day's loss": ({ dailyLoss: _, ...plain }) => ({
      ...plain,
      dailyLoss: undefined,
    }),
  };
  it.each(Object.entries(FAULTS))("is found out with %s", (_, fault) => {
    let found = 0;
    drawUntil(
      () => 0 < found,
      (seed) =>
        fc.assert(
          fc.property(markets, rules, (bars, plain) => {
            found += judged(bars, fault(plain), plain).broken.length;
          }),
          { numRuns: 200, seed },
        ),
    );
    expect(found).toBeGreaterThan(0);
  });
});
