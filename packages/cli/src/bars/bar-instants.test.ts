import type { Ticker } from "@sevenfold/domain/market";
import fc from "fast-check";
import { expect, it } from "vitest";
import { columnsOfSeries } from "./bar-instants.ts";
import { localDayReader } from "./bar-time.ts";

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
