import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainNormal } from "../../testing/plain-normal.ts";
import { luckySharpeOf } from "./sharpe-tests.ts";
import { openTryClusters, SAME_CORRELATION, sketchOf, type TrySketch } from "./try-clusters.ts";

const DAYS = 12;
const sketch = fc
  .array(fc.integer({ min: -100, max: 100 }), { minLength: DAYS, maxLength: DAYS })
  .map((returns) => sketchOf(returns))
  .filter((each) => each !== undefined);
const sketches = fc.array(sketch, { maxLength: 30 });

function kindsIn(tries: readonly TrySketch[]): number {
  const clusters = openTryClusters();
  for (const each of tries) clusters.add(each);
  return clusters.count();
}

function isAlike(one: TrySketch, other: TrySketch): boolean {
  const product = (a: TrySketch, b: TrySketch) =>
    a.reduce((sum, each, day) => sum + each * b[day]!, 0);
  const norms = [other, one].map((each) => Math.sqrt(product(each, each)));
  return SAME_CORRELATION * norms[0]! * norms[1]! <= product(one, other);
}

const luckOf = (tries: readonly TrySketch[]) =>
  luckySharpeOf({ count: kindsIn(tries), sharpeVariance: 1 / 1_000 }, plainNormal);

describe("kinds of tries", () => {
  it("are not one more for what is repeated, however often and in whatever order", () => {
    fc.assert(
      fc.property(sketches, fc.array(fc.nat(), { maxLength: 40 }), (tries, again) => {
        const repeated = tries.length === 0 ? [] : again.map((at) => tries[at % tries.length]!);

        expect(luckOf([...tries, ...repeated])).toBe(luckOf(tries));
        // An idle axis that varies fastest: each try several times before the next.
        expect(luckOf(tries.flatMap((each) => [each, each, each]))).toBe(luckOf(tries));
      }),
    );
  });

  it("are told apart from every one before, whichever was met last", () => {
    fc.assert(
      fc.property(sketches, (tries) => {
        const clusters = openTryClusters();
        const plain: TrySketch[] = [];
        for (const each of tries) {
          const isKnown = plain.some((leader) => isAlike(leader, each));
          if (!isKnown) plain.push(each);
          expect(clusters.add(each)).toBe(isKnown ? "known" : "new");
        }
      }),
    );
  });

  it("never make luck fall when something else is tried", () => {
    fc.assert(
      fc.property(sketches, sketches, (tries, more) => {
        expect(luckOf([...tries, ...more])).toBeGreaterThanOrEqual(luckOf(tries));
      }),
    );
  });

  it("are one where half of the variance is shared, and two where less is", () => {
    const base = [4, -4, 4, -4, 0, 0, 0, 0];
    const apart = [0, 0, 0, 0, 4, -4, 4, -4];
    const mixed = (share: number) =>
      sketchOf(
        base.map((each, day) => Math.sqrt(share) * each + Math.sqrt(1 - share) * apart[day]!),
      );

    expect(kindsIn([sketchOf(base)!, mixed(0.55)!])).toBe(1);
    expect(kindsIn([sketchOf(base)!, mixed(0.45)!])).toBe(2);
    // What wins where the other loses is another try.
    expect(kindsIn([sketchOf(base)!, sketchOf(base.map((each) => -each))!])).toBe(2);
    // As are other days.
    expect(kindsIn([sketchOf(base)!, sketchOf(base.slice(1))!])).toBe(2);
  });

  it("have none for a series that never varied", () => {
    expect(sketchOf([0.1, 0.1, 0.1])).toBeUndefined();
  });
});
