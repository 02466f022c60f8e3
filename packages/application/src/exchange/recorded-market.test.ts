import { instant, type Ticker } from "@sevenfold/domain/market";
import { shares } from "@sevenfold/domain/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { BarColumns } from "../research/backtest/bar-columns.ts";
import { openCurveVenue } from "../testing/curve-venue.ts";
import { SLOT_MS } from "./price-curve.ts";
import { recordedMarket } from "./recorded-market.ts";

const OWN = "OWN" as Ticker;
const MINUTE_MS = 60_000;
/** Long before the simulated market begins. */
const START = Date.UTC(2009, 4, 6, 14, 30);

describe("recordedMarket", () => {
  it("always passes through the four prices of every bar and never leaves its range", () => {
    fc.assert(
      fc.property(fc.array(rows, { minLength: 1, maxLength: 4 }), (given) => {
        const market = recordedMarket([columnsOf(given)]);
        given.forEach((row, index) => {
          const start = instant(START + index * MINUTE_MS);
          const walked = [];
          for (let at: number = start; at < start + MINUTE_MS; at += SLOT_MS)
            walked.push(market.priceAt(OWN, instant(at)));
          const bar = market.barOf(OWN, start, instant(start + MINUTE_MS));

          expect(bar).toEqual({ ...row, start, trades: 240 });
          expect([walked[0], walked.at(-1)]).toEqual([row.open, row.close]);
          expect([Math.max(...walked), Math.min(...walked)]).toEqual([row.high, row.low]);
        });
      }),
    );
  });

  it("always says of a part of a bar what its prices say", () => {
    const market = recordedMarket([columnsOf([{ ...ROW, high: 1_200_000, low: 900_000 }])]);
    fc.assert(
      fc.property(fc.nat({ max: 238 }), fc.integer({ min: 1, max: 240 }), (from, length) => {
        const to = Math.min(240, from + length);
        const at = (slot: number) => instant(START + slot * SLOT_MS);
        const walked = [];
        for (let slot = from; slot < to; slot += 1) walked.push(market.priceAt(OWN, at(slot)));

        expect(market.barOf(OWN, at(from), at(to))).toMatchObject({
          open: walked[0],
          high: Math.max(...walked),
          low: Math.min(...walked),
          close: walked.at(-1),
        });
      }),
    );
  });

  it("stands still where no bar is, and nothing trades there", async () => {
    const columns = columnsOf([ROW, ROW]);
    columns.opensAt[1] = START + 10 * MINUTE_MS;
    columns.closesAt[1] = START + 11 * MINUTE_MS;
    const market = recordedMarket([columns]);
    const gap = instant(START + 5 * MINUTE_MS);
    expect(market.priceAt(OWN, gap)).toBe(ROW.close);
    expect(market.barOf(OWN, gap, instant(gap + MINUTE_MS))).toBeUndefined();
    const last = instant(START + MINUTE_MS - SLOT_MS);
    expect(market.printAt(OWN, gap)).toEqual(market.printAt(OWN, last));
    expect(market.printAt(OWN, gap).at).toBe(last);

    const { venue, sent } = await openCurveVenue({ market, at: gap });
    const order = await sent({ ticker: OWN, quantity: shares(1) });
    await venue.advance(instant(START + 10 * MINUTE_MS - 1));
    expect(venue.book.order(order.id)?.filled).toBe(0);
    await venue.advance(instant(START + 10 * MINUTE_MS));
    expect(venue.book.order(order.id)?.status).toBe("filled");
  });
});

const ROW = { open: 1_000_000, high: 1_010_000, low: 990_000, close: 1_005_000, volume: 480 };

const rows = fc
  .array(fc.integer({ min: 20_000 / 100, max: 90_000 }), { minLength: 4, maxLength: 4 })
  .map((cents) => {
    const sorted = cents.map((each) => each * 100).sort((left, right) => left - right);
    const [low = 0, first = 0, second = 0, high = 0] = sorted;
    return { open: first, high, low, close: second, volume: 1_000 };
  });

function columnsOf(given: readonly (typeof ROW)[]): BarColumns {
  const column = (of: (row: typeof ROW, index: number) => number) =>
    Float64Array.from(given.map((row, index) => of(row, index)));
  return {
    ticker: OWN,
    count: given.length,
    opensAt: column((_, index) => START + index * MINUTE_MS),
    closesAt: column((_, index) => START + (index + 1) * MINUTE_MS),
    open: column(({ open }) => open),
    high: column(({ high }) => high),
    low: column(({ low }) => low),
    close: column(({ close }) => close),
    volume: column(({ volume }) => volume),
    day: new Int32Array(given.length),
  };
}
