import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { intercepted } from "../testing/intercepted.ts";
import { runningClock, START } from "../testing/price-benches.ts";
import { YAHOO_SETTINGS } from "./yahoo-charts.ts";
import { priceFromFloat } from "./yahoo-mapping.ts";
import { yahooMarketData } from "./yahoo-market-data.ts";

const ORIGIN = "https://query1.finance.yahoo.com";
const AAPL = "AAPL" as Ticker;
const SECOND = 1_000;

/** An answer as the chart call gives it, in the fields that matter and some that do not. */
const chart = (change: { readonly meta?: object; readonly [column: string]: unknown } = {}) => {
  const { meta, timestamp = [], ...columns } = change;
  return {
    chart: {
      result: [
        {
          meta: {
            ...{ currency: "USD", symbol: "AAPL", exchangeName: "NMS", instrumentType: "EQUITY" },
            ...{
              firstTradeDate: 345_479_400,
              regularMarketTime: START / SECOND,
              gmtoffset: -18_000,
            },
            ...{ exchangeTimezoneName: "America/New_York", regularMarketPrice: 189.7100067138672 },
            ...{ chartPreviousClose: 189, previousClose: 189, scale: 3, priceHint: 2, ...meta },
          },
          ...((timestamp as unknown[]).length === 0 ? {} : { timestamp }),
          indicators: { quote: [columns] },
        },
      ],
      error: null,
    },
  };
};

const open = () =>
  yahooMarketData({ ...YAHOO_SETTINGS, spacing: { spacingMs: 0, jitterMs: 0 } }, runningClock());

describe("Yahoo's latest price", () => {
  it("is the regular market's, asked for without a key", async () => {
    const { asked } = intercepted(ORIGIN, [200, chart()]);

    expect(await open().latest([AAPL])).toEqual({
      prints: [{ ticker: AAPL, price: 1_897_100, at: START }],
      quotes: [],
    });
    expect(asked[0]!.url.href).toBe(
      `${ORIGIN}/v8/finance/chart/AAPL?range=1d&interval=1m&includePrePost=true`,
    );
    expect(asked[0]!.headers.get("User-Agent")).toMatch(/^Mozilla\/5\.0 /);
  });

  it("is the last minute's after the regular hours, nulls passed over", async () => {
    const minutes = [60, 120, 180].map((seconds) => START / SECOND + seconds);
    intercepted(ORIGIN, [200, chart({ timestamp: minutes, close: [190, 190.5, null] })]);

    const { prints } = await open().latest([AAPL]);
    expect(prints).toEqual([{ ticker: AAPL, price: 1_905_000, at: START + 120 * SECOND }]);
  });

  it.each([
    ["of another market", { currency: "EUR" }],
    ["in another time zone", { exchangeTimezoneName: "Europe/London" }],
    ["without a price", { regularMarketPrice: null }],
    ["without a time", { regularMarketTime: null }],
  ])("is none %s", async (_, meta) => {
    intercepted(ORIGIN, [200, chart({ meta })]);
    expect((await open().latest([AAPL])).prints).toEqual([]);
  });

  it("is none for a symbol that may be delisted", async () => {
    const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
    intercepted(ORIGIN, [404, { chart: { result: null, error } }]);
    expect((await open().latest([AAPL])).prints).toEqual([]);
  });
});

describe("Yahoo's bars of days", () => {
  it("begin at New York's midnight, one a day, though the growing day stands there twice", async () => {
    const opening = instantOfNewYork(2026, 11, 19, 9, 30) / SECOND;
    intercepted(ORIGIN, [
      200,
      chart({
        timestamp: [opening, opening + 86_400, START / SECOND],
        ...{ open: [10, 20, 20], high: [12, 21, 23], low: [9, 19, 19], close: [11, 20, 22.5] },
        volume: [1_000, 5, 2_000],
      }),
    ]);
    const start = instantOfNewYork(2026, 11, 19);
    const end = instantOfNewYork(2026, 11, 21);

    expect(await open().bars({ ticker: AAPL, interval: "day", start, end })).toEqual([
      { start, open: 100_000, high: 120_000, low: 90_000, close: 110_000, volume: 1_000 },
      {
        ...{ start: instantOfNewYork(2026, 11, 20), open: 200_000, high: 230_000 },
        ...{ low: 190_000, close: 225_000, volume: 2_000 },
      },
    ]);
  });

  it("are none where the columns are empty", async () => {
    intercepted(ORIGIN, [200, chart()]);
    const wanted = { ticker: AAPL, interval: "day", start: START, end: START } as const;
    expect(await open().bars({ ...wanted, end: instant(START + 1) })).toEqual([]);
  });

  it("are asked for under the name with a dash", async () => {
    const { asked } = intercepted(ORIGIN, [200, chart({ meta: { symbol: "BRK-B" } })]);
    const ticker = "BRK.B" as Ticker;
    await open().bars({ ticker, interval: "day", start: START, end: instant(START + 1) });
    expect(asked[0]!.url.pathname).toBe("/v8/finance/chart/BRK-B");
  });
});

describe("Yahoo's bars of minutes", () => {
  it("leave out the one that grows between two minutes", async () => {
    const minute = START / SECOND;
    const columns = { open: [1, 1, 1], high: [1, 1, 1], low: [1, 1, 1], close: [1, 1, 1] };
    intercepted(ORIGIN, [
      200,
      chart({ timestamp: [minute, minute + 60, minute + 87], ...columns }),
    ]);
    const end = instant(START + 600_000);
    const bars = await open().bars({ ticker: AAPL, interval: "minute", start: START, end });
    expect(bars.map(({ start }) => start)).toEqual([START, START + 60_000]);
  });

  it("are asked for by the week, and refused beyond a month without a call", async () => {
    const { asked } = intercepted(ORIGIN, [200, chart()]);
    const days = (count: number) => instant(START - count * 86_400_000) as Instant;
    const minutes = { ticker: AAPL, interval: "minute", end: START } as const;
    await open().bars({ ...minutes, start: days(10) });
    expect(asked).toHaveLength(2);
    await expect(open().bars({ ...minutes, start: days(40) })).rejects.toMatchObject({
      trouble: { reason: "plan" },
    });
    expect(asked).toHaveLength(2);
  });
});

describe("Yahoo's word that it was asked too often", () => {
  it("keeps us away between a quarter of an hour and an hour, whatever else is asked", async () => {
    const { asked } = intercepted(ORIGIN, [
      429,
      "Too Many Requests\r\n",
      { "content-type": "text/plain" },
    ]);
    const marketData = open();
    const refusal = await marketData.latest([AAPL]).catch((error) => error);

    expect(refusal).toMatchObject({ trouble: { reason: "rate-limit" } });
    expect(refusal.trouble.retryAfterMs).toBeGreaterThanOrEqual(15 * 60_000);
    expect(refusal.trouble.retryAfterMs).toBeLessThanOrEqual(60 * 60_000);
    const wanted = {
      ticker: AAPL,
      interval: "day",
      start: START,
      end: instant(START + 1),
    } as const;
    await expect(marketData.bars(wanted)).rejects.toMatchObject({
      trouble: { reason: "rate-limit" },
    });
    expect(asked).toHaveLength(1);
  });
});

describe("Yahoo's word that nobody is let in", () => {
  it.each([
    [
      401,
      { finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } } },
      "Invalid Crumb",
    ],
    [
      401,
      { finance: { error: { code: "Unauthorized", description: "Invalid Cookie" } } },
      "Invalid Cookie",
    ],
    [
      401,
      { chart: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } } },
      "Invalid Crumb",
    ],
    [403, "<html><body>Forbidden</body></html>", "403"],
  ] as const)(
    "blames no keys, which it does not take, and says what to do: %i %j",
    async (status, body, said) => {
      intercepted(ORIGIN, [status, body], [200, chart()]);
      const marketData = open();
      const refusal = await marketData.latest([AAPL]).catch((error) => error);

      expect(refusal).toMatchObject({ trouble: { reason: "turned-away" } });
      expect(refusal.message).toContain(said);
      expect(refusal.message).toContain("asked again");
      expect(refusal.message).not.toMatch(/\bour key\b|plan/);

      expect((await marketData.latest([AAPL])).prints).toHaveLength(1);
    },
  );
});

describe("a price in single precision", () => {
  it("is the cents it was before it was written out, up to a thousand dollars and beyond", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (cents) => {
        expect(priceFromFloat(Math.fround(cents / 100))).toBe(cents * 100);
      }),
    );
  });

  it("keeps ten-thousandths where single precision has them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (units) => {
        expect(priceFromFloat(Math.fround(units / 10_000))).toBe(units);
      }),
    );
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, null, undefined])(
    "is none of %s",
    (wire) => {
      expect(priceFromFloat(wire)).toBeUndefined();
    },
  );
});
