import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillTimes, stretchesOf } from "./time-stretches.ts";

/** Sessions of some rows, so many units apart; long ones and short ones. */
const sessions = fc
  .record({
    start: fc.integer({ min: -30_000, max: 2_000_000_000_000 }),
    unit: fc.constantFrom(1, 1_000, 60_000, 300_000, 86_400_000),
    rows: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
    nights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ start, unit, rows, nights }) => {
    let at = start;
    return Float64Array.from(
      rows.flatMap((count, session) => {
        at += nights[session]! * unit;
        return Array.from({ length: count }, () => (at += unit));
      }),
    );
  });

describe("times in stretches", () => {
  it("come out as they went in, or are left to a column", () => {
    fc.assert(
      fc.property(sessions, (times) => {
        const stretches = stretchesOf(times);
        if (stretches === undefined) return;
        const filled = new Float64Array(times.length);
        expect(fillTimes(filled, stretches)).toBe(true);
        expect(filled).toEqual(times);
        expect(stretches.numbers.byteLength).toBeLessThanOrEqual(times.length * 2);
      }),
    );
  });

  it("take two numbers for a session, whatever the time between its rows", () => {
    const morning = [0, 300_000, 600_000, 900_000, 1_200_000];
    const times = [...morning, ...morning.map((time) => time + 86_400_000)].map((ms) => 5e11 + ms);
    expect(stretchesOf(Float64Array.from(times))).toEqual({
      base: 5e11,
      unit: 300_000,
      numbers: Uint32Array.of(0, 5, 288, 5),
    });
  });

  it("are left to a column where stretches are short, and where 32 bits do not hold them", () => {
    expect(stretchesOf(Float64Array.of(1, 2, 4, 5, 7))).toBeUndefined();
    expect(stretchesOf(Float64Array.of(7))).toBeUndefined();
    const long = Array.from({ length: 20 }, (_, at) => at);
    expect(stretchesOf(Float64Array.from([...long, 2 ** 32 - 1]))).toBeDefined();
    expect(stretchesOf(Float64Array.from([...long, 2 ** 32]))).toBeUndefined();
  });

  it("are refused where they are of more or fewer rows", () => {
    const stretches = stretchesOf(Float64Array.of(3, 4, 5, 6, 7))!;
    const isRight = (rows: number) => fillTimes(new Float64Array(rows), stretches);
    expect([4, 5, 6].map(isRight)).toEqual([false, true, false]);
    const odd = { ...stretches, numbers: Uint32Array.of(0, 5, 9) };
    expect(fillTimes(new Float64Array(5), odd)).toBe(false);
  });
});
