import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { sideBySide } from "./side-by-side.ts";

/** Work of so many turns each, and what happened in which order. */
function workshop(turns: readonly number[], failing: ReadonlySet<number> = new Set()) {
  const begun: number[] = [];
  const ended: number[] = [];
  let mostAtOnce = 0;
  let begunBeforeFailing = 0;
  const begin = async (item: number) => {
    begun.push(item);
    mostAtOnce = Math.max(mostAtOnce, begun.length - ended.length);
    const work = async () => {
      for (let turn = 0; turn < turns[item]!; turn += 1) await undefined;
      ended.push(item);
      if (!failing.has(item)) return;
      begunBeforeFailing = begun.length;
      throw new Error(`${item}`);
    };
    return { done: work() };
  };
  return {
    begun,
    ended,
    begin,
    mostAtOnce: () => mostAtOnce,
    begunBeforeFailing: () => begunBeforeFailing,
  };
}

const lengths = fc.array(fc.nat(30), { maxLength: 20 });

describe("sideBySide", () => {
  it("always begins in order, with no more under way than it may, and waits for all", async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.integer({ min: 1, max: 6 }), async (turns, atOnceMax) => {
        const shop = workshop(turns);

        await sideBySide(turns.keys(), atOnceMax, shop.begin);

        expect(shop.begun).toEqual([...turns.keys()]);
        expect(shop.ended.toSorted((one, other) => one - other)).toEqual(shop.begun);
        expect(shop.mostAtOnce()).toBeLessThanOrEqual(atOnceMax);
      }),
    );
  });

  it("always leaves alone what is under way when one fails, and begins nothing more", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        async (turns, pick) => {
          const failing = pick % turns.length;
          const shop = workshop(turns, new Set([failing]));

          await expect(sideBySide(turns.keys(), 4, shop.begin)).rejects.toThrow(`${failing}`);

          expect(shop.ended.toSorted((one, other) => one - other)).toEqual(shop.begun);
          // One may be beginning in that moment.
          expect(shop.begun.length).toBeLessThanOrEqual(shop.begunBeforeFailing() + 1);
        },
      ),
    );
  });

  it("lets the first go ahead alone, and then as many as it may", async () => {
    const shop = workshop([9, 9, 9, 9, 9, 9]);
    const seen: string[] = [];

    await sideBySide([0, 1, 2, 3, 4, 5], 3, (item) => {
      seen.push(`${shop.begun.length - shop.ended.length} under way`);
      return shop.begin(item);
    });

    expect(seen.slice(0, 4)).toEqual(["0 under way", "0 under way", "1 under way", "2 under way"]);
    expect(shop.mostAtOnce()).toBe(3);
  });

  it("waits for what is under way also where beginning fails", async () => {
    const shop = workshop([1, 20, 20]);
    const begin = (item: number) =>
      item === 3 ? Promise.reject(new Error("not begun")) : shop.begin(item);

    await expect(sideBySide([0, 1, 2, 3, 4], 4, begin)).rejects.toThrow("not begun");

    expect(shop.ended).toEqual([0, 1, 2]);
  });
});
