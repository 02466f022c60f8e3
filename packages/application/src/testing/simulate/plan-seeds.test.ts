import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { batchSeeds, ownSeeds } from "./plan-seeds.ts";

describe("batchSeeds", () => {
  it("always takes half of its seeds from every commit, and half from one alone", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer(),
        fc.integer({ min: 8, max: 600 }),
        (one, other, count) => {
          fc.pre(one !== other);
          const [first, second] = [batchSeeds(count, one), batchSeeds(count, other)];
          const shared = first.filter((seed) => second.includes(seed));

          expect(first).toHaveLength(count);
          expect(first).toEqual(batchSeeds(count, one));
          expect(new Set(first).size).toBe(count);
          expect(Math.abs(shared.length - count / 2)).toBeLessThan(2);
        },
      ),
    );
  });

  it("keeps a batch's fixed seeds in every larger one", () => {
    expect(batchSeeds(4, 7).slice(0, 2)).toEqual([1, 2]);
    expect(batchSeeds(10, 7).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it("always takes a commit's own seeds from the same row, however many", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 200 }), (base, count) => {
        expect(batchSeeds(2 * count, base).slice(count)).toEqual(ownSeeds(count, base));
        expect(ownSeeds(count + 1, base).slice(0, count)).toEqual(ownSeeds(count, base));
      }),
    );
  });
});
