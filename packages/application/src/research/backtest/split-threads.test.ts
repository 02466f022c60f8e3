import { shares } from "@sevenfold/domain/money";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../testing/engine-outcome.ts";
import { plainBacktest } from "../../testing/plain-backtest.ts";
import type { PlainAction, PlainBar } from "../../testing/plain-rules.ts";
import { closeOf, type Day, FALLEN, play, RULES } from "../../testing/played-days.ts";
import type { CorporateAction } from "./corporate-action.ts";

const split = (day: number, numerator: number, denominator: number): CorporateAction => ({
  kind: "split",
  day,
  numerator,
  denominator,
});

describe("a split", () => {
  it("multiplies the shares and leaves the cost and the gain (ghostfolio/ghostfolio#1693)", () => {
    // Two splits, five and three for one: ten shares become a hundred and fifty.
    const days: readonly Day[] = [...FALLEN, [90, 90, 90, 90], [18, 18, 18, 18], [6, 6, 6, 6]];
    const { report } = play(days, {}, [split(3, 5, 1), split(4, 3, 1)]);
    const { held, costBasis, equity } = report.book;

    expect([held[0], costBasis[0], equity]).toEqual([150, 9_000_000, RULES.cash]);
  });

  it("turned round divides them: no gain from the new price (ghostfolio/ghostfolio#6271, #2722)", () => {
    const { report, sales } = play(
      [...FALLEN, [90, 90, 90, 90], [180, 180, 180, 180], [180, 180, 180, 180]],
      {},
      [split(3, 1, 2)],
    );

    expect([report.book.held[0], report.book.equity]).toEqual([5, RULES.cash]);
    // A price twice the average cost would have met the target.
    expect(sales).toEqual([]);
  });

  it("moves the trail along: the fall to the new price is no signal (ghostfolio/ghostfolio#5996)", () => {
    const { report } = play(
      [
        [100, 100, 100, 100],
        [25, 25, 25, 25],
        [25, 25, 25, 25],
        [24, 24, 24, 24],
        [24, 24, 24, 24],
      ],
      {},
      [split(1, 4, 1)],
    );

    // 24 is 4% below 25: the one fall there was.
    expect(report.trades).toMatchObject([{ side: "buy", price: 240_000, decidedAt: closeOf(3) }]);
  });

  it("by its exact ratio loses no share to rounding (QuantConnect/Lean#5765)", () => {
    const { report } = play(
      [...FALLEN, [70, 70, 70, 70], [10, 10, 10, 10]],
      { sharesToBuy: 100, maxPositionSize: 100 },
      [split(3, 7, 1)],
    );

    expect([report.book.held[0], report.book.equity]).toEqual([700, RULES.cash]);
  });

  it("pays for the fraction of a share at the new price (QuantConnect/Lean#5780)", () => {
    const { report } = play([...FALLEN, [10, 10, 10, 10], [20, 20, 20, 20]], { sharesToBuy: 3 }, [
      split(3, 1, 2),
    ]);

    expect(report.book.held[0]).toBe(1);
    expect(report.actions).toMatchObject([{ held: 3, paid: 100_000, earned: 0 }]);
    expect(report.book.costBasis[0]).toBe(200_000);
    expect(report.book.equity).toBe(RULES.cash);
  });

  it("turned round stops no winner for the fraction of a share it leaves", () => {
    // Fifteen shares at 100, one for ten: a share and a half, worth 102 a tenth.
    const days: readonly Day[] = [
      ...FALLEN,
      [100, 102, 100, 102],
      ...Array<Day>(3).fill([1_020, 1_020, 1_020, 1_020]),
    ];
    const { report, sales } = play(
      days,
      { sharesToBuy: 15, stopLoss: 1_000, commission: ORDER_COST },
      [split(3, 1, 10)],
    );

    expect(sales).toEqual([]);
    expect(report.book.costBasis[0]).toBe(10_000_000);
    // Half a share at 1,020 less 500 of the cost and a third of the order's 3 dollars.
    expect(report.actions).toMatchObject([{ paid: 5_100_000, earned: 100_000 - 10_000 }]);
    expect(report.feesHeld[0]).toBe(20_000);
  });

  it("cancels the order that waits over it, whose size was meant for old shares", () => {
    const { report } = play([...FALLEN, [48, 48, 48, 48]], {}, [split(2, 2, 1)]);

    expect(report.trades).toEqual([]);
    expect(report.canceled).toMatchObject([{ because: { kind: "split" }, left: shares(10) }]);
  });

  it("cancels it also where no opening in the session is left to fill it, by the plain reading too", () => {
    const bars = [barOf(0, 100), barOf(1, 96), { ...barOf(2, 48), opensInSession: false }];
    const halves: PlainAction[] = [
      { symbol: "ABC", day: 2, kind: "split", numerator: 2, denominator: 1 },
    ];

    const outcome = outcomeOf(bars, RULES, halves);

    expect(outcome).toMatchObject({
      canceled: [{ symbol: "ABC", shares: 10, at: bars[2]!.opensAt, because: "split" }],
      unfilled: 0,
    });
    expect(outcome).toEqual(plainBacktest(bars, RULES, halves));
  });
});

function barOf(day: number, dollars: number): PlainBar {
  const price = dollars * 10_000;
  return {
    symbol: "ABC",
    opensAt: closeOf(day) - 7_200_000,
    closesAt: closeOf(day),
    open: price,
    high: price,
    low: price,
    close: price,
    day,
    opensInSession: true,
    closesInSession: true,
  };
}

const ORDER_COST = { perOrder: 30_000, perShare: 0, rate: 0, minimum: 0 };
