import fc from "fast-check";
import { expect, it } from "vitest";
import { openBarRows } from "./bar-rows.ts";
import type { RowColumns } from "./ordinary-rows.ts";

const DAY_MS = 86_400_000;
const NAMES = ["times", "open", "high", "low", "close", "volume"] as const;

/** Rows that are ordinary nearly always: a price of a row may be out of its range, its time too early. */
const bars = fc.array(
  fc.record({
    days: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1) },
    ),
    open: fc.integer({ min: 1_000_000, max: 1_010_000 }),
    close: fc.integer({ min: 1_000_000, max: 1_010_000 }),
    times: fc.oneof(
      { weight: 20, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.constantFrom(0.25, 4, 4_000) },
    ),
    high: fc.oneof(
      { weight: 20, arbitrary: fc.constant(1_010_000) },
      { weight: 1, arbitrary: fc.constantFrom(1_005_000, 989_999) },
    ),
    low: fc.oneof(
      { weight: 20, arbitrary: fc.constant(990_000) },
      { weight: 1, arbitrary: fc.constantFrom(1_005_000, 1_009_999) },
    ),
    volume: fc.oneof(
      { weight: 20, arbitrary: fc.nat(1_000) },
      { weight: 1, arbitrary: fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 40) },
    ),
  }),
  { minLength: 1, maxLength: 30 },
);

type Drawn = typeof bars extends fc.Arbitrary<infer Rows> ? Rows : never;

function numbersOf(rows: Drawn): readonly (readonly number[])[] {
  let day = 20_000;
  return rows.map(({ days, open, high, low, close, times, volume }) => {
    day += days;
    const prices = [open, high, low, close].map((units) => Math.round(units * times));
    return [day * DAY_MS, ...prices, volume];
  });
}

/** What is read, or the words of the refusal; `together` takes rows by columns as far as it goes. */
function read(rows: readonly (readonly number[])[], together: boolean) {
  const gathered = openBarRows("bars", { at: (row) => `row ${row}`, word: "row" });
  const series = gathered.seriesOf(undefined, true);
  const columns = Object.fromEntries(
    NAMES.map((name, at) => {
      const isPrice = 0 < at && at < 5;
      return [name, Float64Array.from(rows, (row) => row[at]! / (isPrice ? 10_000 : 1))];
    }),
  ) as unknown as RowColumns;
  let taken = 0;
  try {
    for (let at = 0; at < rows.length; at++) {
      const from = at;
      if (together) at = gathered.appendTogether(series, false, columns, at, rows.length, at + 1);
      taken += at - from;
      if (at === rows.length) break;
      const [moment, open, high, low, close, volume] = rows[at]!;
      gathered.append(series, false, moment!, open!, high!, low!, close!, volume!, at + 1);
    }
    return { file: gathered.finish("0"), taken };
  } catch (error) {
    return { refusal: (error as Error).message, taken };
  }
}

it("takes rows together as one by one, and refuses the same row in the same words", () => {
  let together = 0;
  fc.assert(
    fc.property(bars, (rows) => {
      const numbers = numbersOf(rows);
      const { taken, ...fast } = read(numbers, true);
      const { taken: _, ...careful } = read(numbers, false);
      together += taken;
      expect(fast).toEqual(careful);
      const [series] = careful.file?.series ?? [];
      if (series === undefined) return;
      // Whatever 32 bits hold: each close, and each volume, is the number that was written.
      const written = numbers.toSorted(([one], [other]) => one! - other!);
      expect([...series.close]).toEqual(written.map(([, , , , close]) => close));
      expect([...series.volume!]).toEqual(written.map(([, , , , , volume]) => volume));
    }),
    { numRuns: 400 },
  );
  expect(together).toBeGreaterThan(400);
});
