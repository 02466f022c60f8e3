import { describe, expect, it } from "vitest";
import { figuresOf, upToNow, valuesIn } from "./equity-figures.ts";

const pointsOf = (...equities: readonly number[]) =>
  equities.map((equity, day) => ({
    at: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
    equity,
    moved: 0,
  }));

describe("the equity's curve", () => {
  it("is dollars, percent since its first point, or percent below its highest so far", () => {
    const points = pointsOf(100, 120, 90, 150);
    const rounded = (values: readonly number[]) => values.map((value) => Math.round(value));

    expect(valuesIn("money", points)).toEqual([100, 120, 90, 150]);
    expect(rounded(valuesIn("percent", points))).toEqual([0, 20, -10, 50]);
    expect(rounded(valuesIn("drawdown", points))).toEqual([0, 0, -25, 0]);
  });

  it("takes what was paid in for no gain, and what was paid out for no drawdown", () => {
    const [first, second, third] = pointsOf(100, 210, 160);
    // 100 came in after the first, 50 left after the second.
    const points = [{ ...first!, moved: 50 }, { ...second!, moved: -50 }, third!];
    const { change, largestDrawdown } = figuresOf(points);

    expect(valuesIn("money", points)).toEqual([100, 210, 160]);
    expect(change).toBeCloseTo((160 / 150 - 1) * 100);
    expect(largestDrawdown).toBe(0);
  });

  it("is told in two figures, unknown without a positive beginning", () => {
    expect(figuresOf(pointsOf(100, 120, 90, 150))).toEqual({ change: 50, largestDrawdown: -25 });
    expect(figuresOf(pointsOf(0, 120))).toEqual({ change: undefined, largestDrawdown: undefined });
    expect(figuresOf([])).toEqual({ change: undefined, largestDrawdown: undefined });
  });

  it("ends with what the account is worth by now where its last point was read as that", () => {
    const points = pointsOf(100, 120);
    const [first, last] = points;
    const moment = Date.parse(last!.at);

    expect(upToNow(points, 130, moment + 60_000)).toEqual([first, { ...last, equity: 130 }]);
    // What is on record stays, and so does what is known of an account that is not known now.
    expect(upToNow(points, 130, moment + 3_600_000)).toBe(points);
    expect(upToNow(points, null, moment)).toBe(points);
    expect(upToNow([], 130, moment)).toEqual([]);
  });
});
