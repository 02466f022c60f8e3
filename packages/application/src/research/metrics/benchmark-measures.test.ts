import { describe, expect, it } from "vitest";
import { recordOf, steadyRecord } from "../../testing/track-records.ts";
import { performanceOf } from "./performance.ts";

/** Values that begin with 100 and make these returns. */
function grownBy(returns: readonly number[]): readonly number[] {
  let value = 100;
  return [100, ...returns.map((each) => (value *= 1 + each))];
}
const measuredOf = (
  own: readonly number[],
  market: readonly number[],
  dialect: "sevenfold" | "empyrical" = "sevenfold",
) => {
  const values = grownBy(own);
  return performanceOf(
    recordOf(values, { benchmark: { values, closes: grownBy(market) } }),
    dialect,
  ).metrics;
};

// The series that empyrical's own tests use, and the numbers they publish for them.
const MIXED = [0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1];
const ALL_NEGATIVE = [-0.06, -0.07, -0.01, -0.09, -0.02, -0.06, -0.08, -0.05];
const POSITIVE = [0.02, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01];

describe("capture of a benchmark", () => {
  it.each([
    ["positive returns", POSITIVE, 0.0076167762, -11.27400221],
    ["negative returns", ALL_NEGATIVE, -0.0004336328, 0.99956025703798634],
    ["its own returns", MIXED, 1, 1],
  ])("is what empyrical publishes for %s", (_, own, up, down) => {
    const found = measuredOf(own, MIXED, "empyrical");

    expect(found.upCapture.value).toBeCloseTo(up, 8);
    expect(found.downCapture.value).toBeCloseTo(down, 8);
  });

  it("is half where half of the benchmark is held, whatever the days were like", () => {
    const half = MIXED.map((each) => (1 + each) ** 0.5 - 1);
    const found = measuredOf(half, MIXED);

    // Half of each logarithm: compounded over a day's geometric mean, nearly half.
    expect(found.upCapture.value).toBeCloseTo(0.5, 1);
    expect(found.downCapture.value).toBeCloseTo(0.5, 1);
    expect(found.beta.value).toBeCloseTo(0.5, 1);
  });

  it("is none of a benchmark that never fell", () => {
    const found = measuredOf(MIXED, POSITIVE);

    expect(found.upCapture.value).toBeDefined();
    expect(found.downCapture.reason).toBe("the benchmark never fell");
  });
});

describe("what a benchmark leaves", () => {
  it("has the ratio that empyrical publishes", () => {
    const flat = MIXED.map(() => 0.01);
    // A benchmark that never varies has no beta, yet active returns; one day off gives it one.
    expect(measuredOf(MIXED, flat, "empyrical").informationRatio.reason).toBe(
      "the benchmark never moved",
    );
    const active = MIXED.map((each, day) => each - flat[day]! + POSITIVE[day]!);
    const ratio = measuredOf(active, POSITIVE, "empyrical").informationRatio.value;
    expect(ratio).toBeCloseTo(-0.06515583641446039, 8);
  });

  it("is what a plain program makes of ninety days", () => {
    const record = steadyRecord();
    const { values, closes } = record.benchmark!;
    const found = performanceOf(record).metrics;

    const r = plainReturns(values);
    const b = plainReturns(closes);
    const active = r.map((each, day) => each - b[day]!);
    const deviation = (numbers: readonly number[]) => {
      const mean = plainMean(numbers);
      const squares = numbers.map((each) => (each - mean) * (each - mean));
      return Math.sqrt(plainSum(squares) / (numbers.length - 1));
    };
    const products = r.map((each, day) => (each - plainMean(r)) * (b[day]! - plainMean(b)));
    const correlation = plainSum(products) / (r.length - 1) / deviation(r) / deviation(b);
    const up = b.flatMap((each, day) => (0 < each ? [day] : []));
    const geometric = (all: readonly number[], days: readonly number[]) =>
      Math.exp(plainSum(days.map((day) => Math.log(1 + all[day]!))) / days.length) - 1;
    const yearly = (ends: readonly number[]) => (ends.at(-1)! / ends[0]!) ** (252 / r.length) - 1;

    expect(found.correlation.value).toBeCloseTo(correlation, 10);
    expect(found.correlation.value! ** 2).toBeCloseTo(found.rSquared.value!, 10);
    expect(found.trackingError.value).toBeCloseTo(deviation(active) * Math.sqrt(252), 10);
    expect(found.informationRatio.value).toBeCloseTo(
      (plainMean(active) * 252) / (deviation(active) * Math.sqrt(252)),
      10,
    );
    expect(found.upCapture.value).toBeCloseTo(geometric(r, up) / geometric(b, up), 10);
    expect(found.excessReturn.value).toBeCloseTo(yearly(values) - yearly(closes), 10);
  });

  it("takes a risk-free rate from both sides of alpha, and from nothing that compares days", () => {
    const free = performanceOf(steadyRecord()).metrics;
    const dear = performanceOf({ ...steadyRecord(), riskFree: 0.05 }).metrics;

    expect(dear.alpha.value).not.toBeCloseTo(free.alpha.value!, 3);
    for (const name of ["beta", "correlation", "trackingError", "upCapture"] as const)
      expect(dear[name].value, name).toBeCloseTo(free[name].value!, 10);
  });
});

const plainSum = (numbers: readonly number[]): number => {
  let sum = 0;
  for (const each of numbers) sum += each;
  return sum;
};
const plainMean = (numbers: readonly number[]): number => plainSum(numbers) / numbers.length;
const plainReturns = (values: readonly number[]): readonly number[] =>
  values.slice(1).map((value, day) => value / values[day]! - 1);
