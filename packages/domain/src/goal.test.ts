import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goalFrom, progressOf } from "./goal.ts";
import { ACCOUNT_VALUE_MAX, type Money, money, UNITS_PER_DOLLAR } from "./money.ts";
import { CHALLENGE_START, GOAL_DEFAULT } from "./stocks.ts";

const dollars = (amount: number): Money => money(amount * UNITS_PER_DOLLAR);
const amounts = (min: number, max: number) => fc.integer({ min, max }).map((units) => money(units));
const equities = amounts(-dollars(1_000), ACCOUNT_VALUE_MAX);
const starts = amounts(1, ACCOUNT_VALUE_MAX - 1);
const goals = starts.chain((start) =>
  amounts(start + 1, ACCOUNT_VALUE_MAX).map((target) => ({ start, target })),
);

describe("progressOf", () => {
  it("is half way at $400,000 of the challenge", () => {
    expect(progressOf(dollars(400_000), CHALLENGE_START, GOAL_DEFAULT)).toBe(5_000);
    expect(progressOf(dollars(100_060), CHALLENGE_START, GOAL_DEFAULT)).toBe(1);
  });

  it("says 100% only when the goal is reached", () => {
    expect(progressOf(money(GOAL_DEFAULT - 1), CHALLENGE_START, GOAL_DEFAULT)).toBe(9_999);
    expect(progressOf(GOAL_DEFAULT, CHALLENGE_START, GOAL_DEFAULT)).toBe(10_000);
  });

  it("is always 0 at the start or below and 1 at the goal or above", () => {
    fc.assert(
      fc.property(goals, fc.nat(), ({ start, target }, more) => {
        expect(progressOf(start, start, target)).toBe(0);
        expect(progressOf(money(start - more), start, target)).toBe(0);
        expect(progressOf(target, start, target)).toBe(10_000);
        expect(progressOf(money(target + more), start, target)).toBe(10_000);
      }),
    );
  });

  it("always grows with equity and stays between 0 and 1", () => {
    fc.assert(
      fc.property(goals, equities, equities, ({ start, target }, one, other) => {
        const poorer = progressOf(money(Math.min(one, other)), start, target);
        const richer = progressOf(money(Math.max(one, other)), start, target);
        expect(0 <= poorer && poorer <= richer && richer <= 10_000).toBe(true);
      }),
    );
  });

  it("is reached from the outset when the goal is not above the start", () => {
    expect(progressOf(dollars(5), dollars(5), dollars(5))).toBe(10_000);
    expect(progressOf(dollars(4), dollars(5), dollars(5))).toBe(0);
  });
});

describe("goalFrom", () => {
  it("refuses a goal that is not above the start, or beyond the largest account", () => {
    expect(goalFrom(CHALLENGE_START, GOAL_DEFAULT)).toEqual({
      ok: true,
      value: { start: CHALLENGE_START, target: GOAL_DEFAULT },
    });
    expect(goalFrom(CHALLENGE_START, CHALLENGE_START)).toMatchObject({
      refusal: { kind: "goal-not-above-start" },
    });
    expect(goalFrom(CHALLENGE_START, money(ACCOUNT_VALUE_MAX + 1))).toMatchObject({
      refusal: { kind: "goal-too-large" },
    });
  });
});
