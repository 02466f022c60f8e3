import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { longerBars } from "./longer-bars.ts";
import { type Bar, instant, MINUTE_MS } from "./market.ts";
import { price } from "./money.ts";

const barAt = (minute: number, [open, high, low, close]: readonly number[]): Bar => ({
  start: instant(minute * MINUTE_MS),
  open: price(open!),
  high: price(high!),
  low: price(low!),
  close: price(close!),
  volume: minute,
});
const always = () => true;

describe("longer bars", () => {
  it("open with their first minute, close with their last, and hold all between", () => {
    const minutes = [
      barAt(5, [100, 120, 90, 110]),
      barAt(6, [110, 111, 80, 95]),
      barAt(9, [95, 130, 94, 128]),
      barAt(10, [128, 129, 127, 128]),
    ];

    expect(longerBars(minutes, 5 * MINUTE_MS, always)).toEqual([
      { ...barAt(5, [100, 130, 80, 128]), volume: 20 },
      minutes[3],
    ]);
  });

  it("begin anew where the regular session does", () => {
    const minutes = [29, 30, 31].map((minute) => barAt(minute, [100, 100, 100, 100]));
    const starts = longerBars(minutes, 60 * MINUTE_MS, ({ start }) => 30 * MINUTE_MS <= start).map(
      ({ start }) => start / MINUTE_MS,
    );

    expect(starts).toEqual([29, 30]);
  });

  it("always lose no volume and no extreme, and never reach into the next length", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { minLength: 1 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(5, 15, 60), (some, length) => {
        const bars = some
          .toSorted((one, other) => one - other)
          .map((minute) => barAt(minute, [100, 100 + minute, 100 - (minute % 90), 101]));
        const longer = longerBars(bars, length * MINUTE_MS, always);
        const sum = (of: readonly Bar[]) => of.reduce((total, { volume }) => total + volume, 0);

        expect(sum(longer)).toBe(sum(bars));
        expect(Math.max(...longer.map(({ high }) => high))).toBe(
          Math.max(...bars.map(({ high }) => high)),
        );
        const places = longer.map(({ start }) => Math.floor(start / (length * MINUTE_MS)));
        expect(places).toEqual([...new Set(places)]);
      }),
    );
  });
});
