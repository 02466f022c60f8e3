import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeRows, nextStretch } from "./compute-rows.ts";
import { openKeptRows } from "./kept-rows.ts";
import type { LongWork } from "./long-work.ts";
import type { WorkLog } from "./work-log.ts";

const WIDTH = 3;
const COUNT = 20;
const numberOf = (place: number): number => (place % 7 === 0 ? Number.NaN : place / 3);

/** Work that is told to stop once so many rows are computed; what it keeps outlives it. */
function work(entries: Buffer[], stopAfter: number) {
  let computed = 0;
  const log: WorkLog = {
    entries: [...entries],
    append: async (entry) => {
      entries.push(Buffer.from(entry));
    },
  };
  const asked = {
    isStopping: () => stopAfter <= computed,
    interrupted: (done: string) => new Error(done),
  } as LongWork;
  const rows = new Float64Array(COUNT * WIDTH);
  const kept = openKeptRows({ work: asked, log, width: WIDTH, words: (done) => `${done} done` });
  const compute = (from: number, to: number): void => {
    // Longer than a turn, so that a signal is heard after each piece.
    for (const begun = performance.now(); performance.now() - begun < 51; );
    for (let place = from * WIDTH; place < to * WIDTH; place++) rows[place] = numberOf(place);
    computed += to - from;
  };
  const order = { rows, count: COUNT, atOnce: 5, compute, kept, onProgress: () => undefined };
  return { rows, run: () => computeRows(order), computed: () => computed };
}

const WHOLE = Float64Array.from({ length: COUNT * WIDTH }, (_, place) => numberOf(place));

describe("rows that are computed and kept", () => {
  it("are the same wherever they were stopped, and none is computed twice", async () => {
    const entries: Buffer[] = [];
    const [first, second, last] = [5, 5, 99].map((stopAfter) => () => work(entries, stopAfter));

    const one = first!();
    await expect(one.run()).rejects.toThrow("5 done");
    const two = second!();
    await expect(two.run()).rejects.toThrow("10 done");
    const three = last!();
    await three.run();

    expect([one, two, three].map(({ computed }) => computed())).toEqual([5, 5, 10]);
    expect(three.rows).toEqual(WHOLE);
  });

  it("are let go one by one where each takes long, so that a signal is heard soon", async () => {
    const slow = work([], 1);

    await expect(slow.run()).rejects.toThrow("1 done");
    expect(slow.computed()).toBe(1);
  });

  it("are computed more and more at a time where that is soon done", () => {
    const stretches = [1];
    for (const tookMs of [1, 1, 1, 1, 90, 1])
      stretches.push(nextStretch(stretches.at(-1)!, tookMs, 8));

    expect(stretches).toEqual([1, 2, 4, 8, 8, 4, 8]);
  });

  it("are taken back from whole entries in a row, of their own width, and from nothing else", () => {
    const entry = (from: number, rows: number, width = WIDTH): Buffer => {
      const numbers = WHOLE.slice(from * width, (from + rows) * width);
      return Buffer.concat([
        Buffer.from(Uint32Array.of(from, width).buffer),
        Buffer.from(numbers.buffer),
      ]);
    };
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(COUNT), fc.integer({ min: 1, max: 8 }), fc.constantFrom(3, 3, 2))),
        (given) => {
          let expected = 0;
          for (const [from, rows, width] of given)
            if (width === WIDTH && from <= expected && from + rows <= COUNT)
              expected = Math.max(expected, from + rows);
          const entries = given
            .filter(([from, rows]) => from + rows <= COUNT)
            .map(([from, rows, width]) => entry(from, rows, width));
          const log = { entries, append: async () => undefined };
          const into = new Float64Array(COUNT * WIDTH);
          const words = () => "";
          const kept = openKeptRows({ work: {} as LongWork, log, width: WIDTH, words });

          expect(kept.restore(into)).toBe(expected);
          expect(into.slice(0, expected * WIDTH)).toEqual(WHOLE.slice(0, expected * WIDTH));
        },
      ),
    );
  });
});
