import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceKey, standardNormal } from "../../chance/node-chance.ts";
import { plainStationaryMean } from "../../testing/plain-stationary.ts";
import { meanBlockOf } from "./stationary-bootstrap.ts";
import { superiorAbilityOf } from "./superior-ability.ts";

const LENGTH = 80;

const trial = (seed: number, mean: number): Float64Array =>
  Float64Array.from(
    { length: LENGTH },
    (_, n) => mean + standardNormal(chanceKey(seed, "trial"), n),
  );

const anyTrial = fc
  .tuple(fc.nat({ max: 500 }), fc.constantFrom(-0.5, -0.05, 0, 0.05, 0.2))
  .map(([seed, mean]) => trial(seed, mean));
const anyTrials = fc.array(anyTrial, { minLength: 1, maxLength: 8 });

describe("the test of superior ability", () => {
  it.each([
    [[0.3, 0, 0], 0],
    [[0.1, 0.2, -0.05, 0], 1],
    [[0.05, -2, -2, -2], 0],
  ])("gives what the papers' rules give, step by step, for means of %j", (means, best) => {
    const tries = means.map((mean, n) => trial(n, mean));
    const found = superiorAbilityOf(tries, best)!;

    expect(Math.abs(found.chanceOfAll - plainChance(tries, best))).toBeLessThan(0.04);
    expect(Math.abs(found.chanceAlone - plainChance([tries[best]!], 0))).toBeLessThan(0.04);
  });

  it("is moved neither by a trial tried twice, nor by their order", () => {
    fc.assert(
      fc.property(anyTrials, fc.nat(), (tries, at) => {
        const alone = superiorAbilityOf(tries, 0)!;
        const twice = superiorAbilityOf([...tries, tries[at % tries.length]!], 0)!;
        const turned = superiorAbilityOf([tries[0]!, ...tries.slice(1).reverse()], 0)!;

        expect(twice.chanceOfAll).toBe(alone.chanceOfAll);
        expect(turned.chanceOfAll).toBe(alone.chanceOfAll);
      }),
      { numRuns: 30 },
    );
  });

  it("never gives a trial more for having been tried beside others", () => {
    fc.assert(
      fc.property(anyTrials, anyTrial, (tries, another) => {
        const before = superiorAbilityOf(tries, 0)!;
        const after = superiorAbilityOf([...tries, another], 0)!;

        expect(after.chanceOfAll).toBeGreaterThanOrEqual(before.chanceOfAll);
        expect(after.chanceAlone).toBe(before.chanceAlone);
      }),
      { numRuns: 30 },
    );
  });

  it("does not let hopeless trials hide a good one", () => {
    const good = trial(1, 0.3);
    const hopeless = Array.from({ length: 20 }, (_, n) => trial(100 + n, -3));

    expect(superiorAbilityOf([good, ...hopeless], 0)!.chanceOfAll).toBe(
      superiorAbilityOf([good], 0)!.chanceOfAll,
    );
  });

  it("says nothing of a trial that never varied", () => {
    expect(superiorAbilityOf([new Float64Array(LENGTH), trial(1, 1)], 0)).toBeUndefined();
  });
});

/** White's and Hansen's rules with draws of their own, the deviations from draws as well. */
function plainChance(tries: readonly Float64Array[], best: number): number {
  const DRAWS = 2_000;
  const mean = (numbers: ArrayLike<number>) =>
    Array.from(numbers).reduce((sum, each) => sum + each, 0) / numbers.length;
  const drawn = tries.map((each) =>
    Array.from({ length: DRAWS }, (_, draw) =>
      plainStationaryMean(each, meanBlockOf(LENGTH), draw),
    ),
  );
  const errors = drawn.map((means) =>
    Math.sqrt(mean(means.map((each) => (each - mean(means)) ** 2))),
  );
  const means = tries.map(mean);
  const centers = means.map((each, k) =>
    each < -errors[k]! * Math.sqrt(2 * Math.log(Math.log(LENGTH))) ? 0 : each,
  );
  const score = means[best]! / errors[best]!;
  let above = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const highest = Math.max(
      0,
      ...tries.map((_, k) => (drawn[k]![draw]! - centers[k]!) / errors[k]!),
    );
    if (score <= highest) above += 1;
  }
  return above / DRAWS;
}
