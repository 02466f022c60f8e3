import type { Ticker } from "@sevenfold/domain/market";
import fc from "fast-check";
import { expect, it } from "vitest";
import { file, HEADER } from "../testing/bar-files.ts";
import { columnsOfSeries } from "./bar-instants.ts";
import { localDayReader } from "./bar-time.ts";
import { loadBars } from "./load-bars.ts";

const QUARTER_MS = 15 * 60_000;

it("gives each bar the day of its own close, at midnights and where the clocks change too", () => {
  const zones = fc.constantFrom("America/New_York", "Europe/Berlin", "UTC", "Asia/Kolkata");
  // Around the changes of clocks of March 2024 and where days need more than 16 bits, in steps that
  // meet midnights exactly.
  const begins = fc.constantFrom(
    ...[Date.UTC(2024, 2, 9), Date.UTC(1969, 11, 30), Date.UTC(2149, 5, 5)],
  );
  const steps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(
      zones,
      begins,
      steps,
      fc.integer({ min: 0, max: 96 }),
      (zone, begin, gaps, start) => {
        let at = begin + start * QUARTER_MS;
        const times = Float64Array.from([at, ...gaps.map((gap) => (at += gap * QUARTER_MS))]);
        const prices = new Int32Array(times.length).fill(10_000);
        const series = {
          ...{ symbol: undefined, times, volume: undefined },
          ...{ open: prices, high: prices, low: prices, close: prices },
        };

        const columns = columnsOfSeries(
          series,
          { isDated: false, intervalMs: QUARTER_MS },
          "ABC" as Ticker,
          { zone, session: "data" },
        );

        const closes = [...times].map((time) => time + QUARTER_MS);
        expect([...columns.closesAt]).toEqual(closes);
        expect([...columns.day]).toEqual(closes.map((close) => localDayReader(zone)(close)));
      },
    ),
  );
});

it.each([
  ["Pacific/Apia", "2011-12-29", "2011-12-30", "2011-12-31"],
  ["Pacific/Kwajalein", "1993-08-20", "1993-08-21", "1993-08-22"],
])("refuses a day that %s went past", async (zone, before, none, after) => {
  const dates = [before, none, after].map((date) => `${date},1,1,1,1,1`);
  const path = await file("abc.csv", [HEADER, ...dates, ""].join("\n"));

  await expect(loadBars([path], [], { zone, session: "data" })).rejects.toThrow(
    `ABC: there was no ${none} in ${zone}, whose clocks went past it; --tz names the zone of the days`,
  );
});
