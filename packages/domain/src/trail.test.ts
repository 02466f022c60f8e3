import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant } from "./market.ts";
import { price } from "./money.ts";
import { pricePaths, prints } from "./testing/arbitraries.ts";
import { begin, follow, type Trail } from "./trail.ts";

describe("begin", () => {
  it("anchors both extremes at the first price", () => {
    expect(begin(at(98))).toEqual({ since: 7, high: 980_000, low: 980_000, last: 980_000 });
  });
});

describe("follow", () => {
  it("remembers the highest and the lowest price on the way", () => {
    const trail = [100, 96, 104, 99].map(at).reduce<Trail>(follow, begin(at(98)));

    expect(trail).toEqual({ since: 7, high: 1_040_000, low: 960_000, last: 990_000 });
  });

  it("always keeps the last price between its low and its high", () => {
    fc.assert(
      fc.property(prints, fc.array(prints), (first, later) => {
        const { low, last, high } = later.reduce<Trail>(follow, begin(first));

        expect(low <= last && last <= high).toBe(true);
      }),
    );
  });

  it("never narrows", () => {
    fc.assert(
      fc.property(prints, fc.array(prints), prints, (first, later, next) => {
        const before = later.reduce<Trail>(follow, begin(first));
        const after = follow(before, next);

        expect(after.low <= before.low && before.high <= after.high).toBe(true);
      }),
    );
  });

  it("never minds the order of the prices between", () => {
    fc.assert(
      fc.property(
        pricePaths({ min: 1, max: 30 }).chain((path) =>
          fc.tuple(fc.constant(path), fc.shuffledSubarray(path, { minLength: path.length })),
        ),
        ([path, shuffled]) => {
          const [one, other] = [path, shuffled].map((way) =>
            way.map((each) => ({ price: each })).reduce<Trail>(follow, begin(at(5))),
          );

          expect([one!.low, one!.high]).toEqual([other!.low, other!.high]);
        },
      ),
    );
  });
});

const at = (dollars: number) => ({ price: price(dollars * 10_000), at: instant(7) });
