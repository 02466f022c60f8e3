import { describe, expect, it } from "vitest";
import { chanceKey, standardNormal } from "../../chance/node-chance.ts";
import { nullBasisOf, writeSkill } from "./null-returns.ts";

const DAYS = 400;
const noise = (name: string, scale: number, mean = 0) =>
  Float64Array.from(
    { length: DAYS },
    (_, n) => mean + scale * standardNormal(chanceKey(5, name), n),
  );
const meanOf = (numbers: Float64Array) => numbers.reduce((sum, each) => sum + each, 0) / DAYS;

function skillOf(series: readonly Float64Array[], returns: Float64Array): Float64Array {
  const skill = new Float64Array(DAYS);
  writeSkill(nullBasisOf(series, DAYS), returns, skill);
  return skill;
}

describe("skill", () => {
  const [one, other] = [noise("one", 0.01, 0.001), noise("other", 0.02, -0.0005)];

  it("is nothing in what only holds, at any exposure", () => {
    const held = one.map((each, day) => 0.3 * each + 0.7 * other[day]!);

    for (const each of skillOf([one, other], held)) expect(each).toBeCloseTo(0, 12);
  });

  it("has the mean that least squares give, solved by hand", () => {
    const returns = one.map(
      (each, day) => 0.5 * each + 0.2 * other[day]! + 0.0004 + noise("own", 0.005)[day]!,
    );
    const { alpha } = plainLeastSquares(returns, one, other);

    expect(meanOf(skillOf([one, other], returns))).toBeCloseTo(alpha, 12);
    // What the others tell already, and what never moves, adds nothing.
    const more = [one, other, one.map((each, day) => each + other[day]!), new Float64Array(DAYS)];
    expect(meanOf(skillOf(more, returns))).toBeCloseTo(alpha, 12);
  });

  it("keeps the spread that least squares would take of pure chance", () => {
    const series = Array.from({ length: 120 }, (_, n) => noise(`null ${n}`, 0.01));
    const returns = noise("chance", 0.01);
    const skill = skillOf(series, returns);
    const mean = meanOf(skill);
    const spread = Math.sqrt(skill.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (DAYS - 1));

    expect(spread).toBeGreaterThan(0.0095);
    expect(spread).toBeLessThan(0.0105);
  });
});

/** returns = alpha + a × one + b × other, by the normal equations of centered series. */
function plainLeastSquares(returns: Float64Array, one: Float64Array, other: Float64Array) {
  const centered = (numbers: Float64Array) => numbers.map((each) => each - meanOf(numbers));
  const product = (x: Float64Array, y: Float64Array) =>
    x.reduce((sum, each, day) => sum + each * y[day]!, 0);
  const [r, x, y] = [centered(returns), centered(one), centered(other)];
  const determinant = product(x, x) * product(y, y) - product(x, y) ** 2;
  const a = (product(r, x) * product(y, y) - product(r, y) * product(x, y)) / determinant;
  const b = (product(r, y) * product(x, x) - product(r, x) * product(x, y)) / determinant;
  return { alpha: meanOf(returns) - a * meanOf(one) - b * meanOf(other) };
}
