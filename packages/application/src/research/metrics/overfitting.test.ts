import { describe, expect, it } from "vitest";
import { overfittingOf } from "./overfitting.ts";

/** Normal numbers from a seed, two at a time. */
function noise(seed: number, count: number): number[] {
  let state = seed;
  const next = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => {
    const [radius, angle] = [next(), next()];
    return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
  });
}
const trialsOf = (count: number, days: number) =>
  Array.from({ length: count }, (_, trial) => noise(1_000 + 7_919 * trial, days));

describe("overfittingOf", () => {
  it("gives what the definition gives by hand", () => {
    // Two blocks of two days: [3, 1 | 2, 2.5] and [1, 1.2 | 3, 2]. Each half chooses once.
    // First half: Sharpe 2/√2 = 1.41 against 1.1/√0.02 = 7.78, so the second; in the other half it
    // has 2.5/√0.5 = 3.54 against 2.25/√0.125 = 6.36: rank 1 of 2, ω = 1/3, λ < 0.
    // Second half: the first (6.36); in the first half it is the lower: λ < 0 again.
    const found = overfittingOf(
      [
        [3, 1, 2, 2.5],
        [1, 1.2, 3, 2],
      ],
      2,
    );

    expect(found).toMatchObject({ probability: 1, lossProbability: 0, splits: 2 });
    // From (6.36, 1.41) to (7.78, 3.54): up by 1.5 × √2 for √2.
    expect(found?.degradation).toBeCloseTo(1.5, 5);
  });

  it("finds noise to be noise: the best of it is as often below the middle as above", () => {
    const found = overfittingOf(trialsOf(40, 640))!;

    expect(found.splits).toBe(12_870);
    expect(found.probability).toBeGreaterThan(0.3);
    expect(found.lossProbability).toBeGreaterThan(0.2);
  });

  it("finds skill to be skill: one trial that is better everywhere is no accident", () => {
    const [first, ...others] = trialsOf(40, 640);
    const skilled = first!.map((each) => each + 0.5);

    expect(overfittingOf([skilled, ...others])).toMatchObject({
      probability: 0,
      lossProbability: 0,
    });
  });

  it("says nothing of one trial, or of too few days", () => {
    expect(overfittingOf(trialsOf(1, 640))).toBeUndefined();
    expect(overfittingOf(trialsOf(5, 31))).toBeUndefined();
    expect(overfittingOf([])).toBeUndefined();
  });
});
