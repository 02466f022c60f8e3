import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { walkWindows } from "./walk-windows.ts";

describe("walkWindows", () => {
  it("rolls both along, and leaves the purged days out between", () => {
    expect(walkWindows(11, { train: 4, test: 3, purge: 1, anchored: false })).toEqual([
      { train: { from: 0, to: 4 }, test: { from: 5, to: 8 } },
      { train: { from: 3, to: 7 }, test: { from: 8, to: 11 } },
    ]);
  });

  it("grows from the first day when anchored", () => {
    const windows = walkWindows(10, { train: 4, test: 3, purge: 0, anchored: true });

    expect(windows.map(({ train }) => train)).toEqual([
      { from: 0, to: 4 },
      { from: 0, to: 7 },
    ]);
  });

  it("never lets a choice know its test, and never tests a day twice", () => {
    const plan = fc.record({
      train: fc.integer({ min: 2, max: 50 }),
      test: fc.integer({ min: 1, max: 50 }),
      purge: fc.integer({ min: 0, max: 60 }),
      anchored: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), plan, (days, walk) => {
        let tested = walk.train + walk.purge;
        for (const { train, test } of walkWindows(days, walk)) {
          expect(train.to).toBe(test.from - walk.purge);
          expect(train.to - train.from).toBe(walk.anchored ? train.to : walk.train);
          expect(train.from).toBeLessThan(train.to);
          expect(test.from).toBe(tested);
          expect(test.to).toBeLessThanOrEqual(days);
          tested = test.to;
        }
        expect(days - tested).toBeLessThanOrEqual(walk.test / 2);
      }),
    );
  });
});
