import type { Ticker } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { intercepted } from "../testing/intercepted.ts";
import { runningClock, START } from "../testing/price-benches.ts";
import { barsFromDays } from "./tiingo-mapping.ts";
import { TIINGO_SETTINGS, tiingoMarketData } from "./tiingo-market-data.ts";

const ORIGIN = "https://api.tiingo.com";
const [AAPL, BRK] = ["AAPL", "BRK.B"] as [Ticker, Ticker];
const AT = new Date(START).toISOString().replace(".000Z", ".000123456+00:00");

const derived = (ticker: string, change: object = {}) => ({
  ...{ ticker, timestamp: AT, lastSaleTimestamp: AT, quoteTimestamp: AT, tngoLast: 271.49 },
  ...{ open: 270.1, high: 272.5, low: 269, mid: null, last: null, lastSize: null, volume: 0 },
  ...{ bidSize: null, bidPrice: null, askSize: null, askPrice: null, prevClose: 270.04 },
  ...change,
});
const day = (date: string, close: number, change: object = {}) => ({
  ...{ date: `${date}T00:00:00.000Z`, open: close, high: close, low: close, close, volume: 100 },
  ...{ adjOpen: 1, adjHigh: 1, adjLow: 1, adjClose: 1, adjVolume: 1, divCash: 0, splitFactor: 1 },
  ...change,
});

const open = () =>
  tiingoMarketData({ ...TIINGO_SETTINGS, token: "token-of-nobody" }, runningClock());

describe("Tiingo's latest prices", () => {
  it("are its reference price where the exchange's own fields are null", async () => {
    const { asked } = intercepted(ORIGIN, [200, [derived("AAPL"), derived("BRK-B")]]);

    expect(await open().latest([AAPL, BRK])).toEqual({
      prints: [AAPL, BRK].map((ticker) => ({ ticker, price: 2_714_900, at: START })),
      quotes: [],
    });
    expect(asked[0]!.url.href).toBe(`${ORIGIN}/iex/?tickers=AAPL%2CBRK-B`);
    expect(asked[0]!.headers.get("Authorization")).toBe("Token token-of-nobody");
  });

  it("are the exchange's own trades and quotes for who may have them", async () => {
    const fields = { last: 271.5, bidPrice: 271.49, askPrice: 271.51, bidSize: 100.5, askSize: 7 };
    intercepted(ORIGIN, [200, [derived("AAPL", fields)]]);

    expect(await open().latest([AAPL])).toEqual({
      prints: [{ ticker: AAPL, price: 2_715_000, at: START }],
      quotes: [{ ticker: AAPL, bid: 2_714_900, ask: 2_715_100, at: START }],
    });
  });

  it("are none outside the hours, when everything is null", async () => {
    const nothing = {
      tngoLast: null,
      timestamp: null,
      lastSaleTimestamp: null,
      quoteTimestamp: null,
    };
    intercepted(ORIGIN, [200, [derived("AAPL", nothing)]]);
    expect(await open().latest([AAPL])).toEqual({ prints: [], quotes: [] });
  });

  it("are refused beyond the hour's calls without a call", async () => {
    const { asked } = intercepted(ORIGIN, [200, [derived("AAPL")]]);
    const plan = { perMinute: 20, perHour: 3 };
    const marketData = tiingoMarketData(
      { ...TIINGO_SETTINGS, token: "t0ken", plan },
      runningClock(),
    );
    for (let call = 0; call < 3; call += 1) await marketData.latest([AAPL]);
    const refusal = await marketData.latest([AAPL]).catch((error) => error);

    expect(refusal).toMatchObject({ trouble: { reason: "rate-limit" } });
    expect(refusal.trouble.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    expect(asked).toHaveLength(3);
  });
});

describe("Tiingo's allowances", () => {
  const HOURLY =
    "Error: You have run over your hourly request allocation. Please upgrade at https://api.tiingo.com/pricing to have your limits increased.";
  const OF_SYMBOLS =
    "You have run over your 500 symbol look up for this month. Please upgrade at https://api.tiingo.com/pricing to have your limits increased.";

  it.each([
    [429, { detail: HOURLY }],
    [200, { detail: HOURLY }],
    [200, HOURLY],
    [429, { detail: HOURLY.replace("hourly request", "monthly bandwidth") }],
  ])("that are spent are waited for without a call: %i", async (status, body) => {
    const { asked } = intercepted(ORIGIN, [status, body]);
    const marketData = open();
    const toNextHour = 3_600_000 - (START % 3_600_000);
    for (let call = 0; call < 2; call += 1) {
      const refusal = await marketData.latest([AAPL]).catch((error) => error);
      expect(refusal).toMatchObject({ trouble: { reason: "rate-limit" } });
      expect(refusal.trouble.retryAfterMs).toBeGreaterThan(toNextHour - 60_000);
      expect(refusal.trouble.retryAfterMs).toBeLessThanOrEqual(toNextHour);
      if (call === 0) expect(refusal.message).toContain("You have run over your");
    }
    expect(asked).toHaveLength(1);
  });

  it("end when it says so itself", async () => {
    intercepted(ORIGIN, [429, { detail: HOURLY }, { "Retry-After": "90" }]);
    await expect(open().latest([AAPL])).rejects.toMatchObject({
      trouble: { reason: "rate-limit", retryAfterMs: 90_000 },
    });
  });

  it.each([{ detail: OF_SYMBOLS }, OF_SYMBOLS, JSON.stringify(OF_SYMBOLS)])(
    "of symbols do not keep those back that it gave this month: %j",
    async (words) => {
      intercepted(ORIGIN, [200, words], [200, [derived("AAPL")]]);
      const marketData = open();
      await expect(marketData.latest([BRK])).rejects.toMatchObject({
        message: expect.stringContaining("500 symbol look up"),
        trouble: { reason: "plan" },
      });
      expect((await marketData.latest([AAPL])).prints).toMatchObject([{ ticker: AAPL }]);
    },
  );
});

describe("a symbol that Tiingo has not given yet", () => {
  it("keeps none back that it has, once its allowance of symbols is spent", async () => {
    const spent = { detail: "You have run over your 500 symbol look up for this month." };
    const { asked } = intercepted(
      ORIGIN,
      ...([
        [200, [derived("AAPL")]],
        [429, spent],
        [200, [derived("AAPL")]],
      ] as const),
    );
    const marketData = open();
    await marketData.latest([AAPL]);

    const latest = await marketData.latest([AAPL, BRK]).catch((error) => error);
    expect(latest).toMatchObject({ prints: [{ ticker: AAPL }] });
    expect(asked.map(({ url }) => url.searchParams.get("tickers"))).toEqual([
      ...["AAPL", "AAPL,BRK-B", "AAPL"],
    ]);
  });
});

describe("Tiingo's days", () => {
  it("keep their date, and are divided by every split after them", async () => {
    const { asked } = intercepted(ORIGIN, [
      200,
      [
        day("2026-11-18", 400),
        day("2026-11-19", 100.5, { splitFactor: 4 }),
        day("2026-11-20", 101),
      ],
    ]);
    const start = instantOfNewYork(2026, 11, 18);
    const end = instantOfNewYork(2026, 11, 20);

    expect(await open().bars({ ticker: AAPL, interval: "day", start, end })).toMatchObject([
      { start, close: 1_000_000, volume: 400 },
      { start: instantOfNewYork(2026, 11, 19), close: 1_005_000, volume: 100 },
    ]);
    // Up to today, though less was asked for: the split of a later day counts.
    expect(asked[0]!.url.search).toBe("?startDate=2026-11-18&endDate=2026-11-20&format=json");
  });

  it.each([
    ["as it is", {}, 1_000_000],
    ["canceled", { splitStatus: "c" }, 4_000_000],
    ["of another symbol", { ticker: "MSFT" }, 4_000_000],
  ])(
    "are divided by a split of today, whose own day is told after its close: %s",
    async (_, change, close) => {
      const split = { permaTicker: "US01", ticker: "aapl", exDate: "2026-11-20T00:00:00.000Z" };
      const factors = { splitFrom: 1, splitTo: 4, splitFactor: 4, splitStatus: "a" };
      const { asked } = intercepted(
        ORIGIN,
        ...([
          [200, [day("2026-11-18", 398), day("2026-11-19", 400)]],
          [200, [{ ...split, ...factors, ...change }]],
          [200, [day("2026-11-18", 398), day("2026-11-19", 400)]],
        ] as const),
      );
      const start = instantOfNewYork(2026, 11, 18);
      const wanted = { ticker: AAPL, interval: "day", start, end: START } as const;
      const marketData = open();

      for (let time = 0; time < 2; time += 1)
        expect((await marketData.bars(wanted)).at(-1)).toMatchObject({ close });
      expect(asked.map(({ url }) => url.pathname)).toEqual([
        ...["/tiingo/daily/AAPL/prices", "/tiingo/corporate-actions/splits"],
        "/tiingo/daily/AAPL/prices",
      ]);
      expect(asked[1]!.url.search).toBe("?exDate=2026-11-20");
    },
  );

  it.each([
    [403, { detail: "You do not have permission." }, 4_000_000],
    [503, "<html></html>", undefined],
  ])(
    "are told without today's splits where the plan has none, and not where they may come: %i",
    async (status, body, close) => {
      const days = [200, [day("2026-11-19", 400)]] as const;
      const { asked } = intercepted(ORIGIN, days, [status, body], days, days);
      const start = instantOfNewYork(2026, 11, 18);
      const wanted = { ticker: AAPL, interval: "day", start, end: START } as const;
      const marketData = open();

      for (let time = 0; time < 2; time += 1) {
        const bars = await marketData.bars(wanted).catch(() => []);
        expect(bars.at(-1)?.close).toBe(close);
      }
      expect(asked).toHaveLength(3);
    },
  );

  it("multiply by their factors to what was traded, whatever splits there are", () => {
    const split = fc.constantFrom(1, 1, 1, 2, 4, 10, 0.5, 0.1);
    const rows = fc.array(fc.tuple(fc.integer({ min: 1_000, max: 500_000 }), split), {
      ...{ minLength: 1, maxLength: 20 },
    });
    fc.assert(
      fc.property(rows, (given) => {
        const days = given.map(([cents, splitFactor], row) =>
          day(`2026-10-${String(row + 1).padStart(2, "0")}`, cents / 100, { splitFactor }),
        );
        const bars = barsFromDays(days);
        for (const bar of bars) {
          const row = days.findIndex(
            ({ date }) => instantOfNewYork(2026, 10, Number(date.slice(8, 10))) === bar.start,
          );
          const factor = days.slice(row + 1).reduce((all, { splitFactor }) => all * splitFactor, 1);
          expect(Math.abs(bar.close - (days[row]!.close * 10_000) / factor)).toBeLessThanOrEqual(
            0.51,
          );
        }
      }),
    );
  });

  it("are told apart from minutes, of which there are none, without a call", async () => {
    const { asked } = intercepted(ORIGIN, [200, []]);
    const wanted = { ticker: AAPL, interval: "minute", start: START, end: START } as const;
    await expect(open().bars(wanted)).rejects.toMatchObject({ trouble: { reason: "plan" } });
    expect(asked).toHaveLength(0);
  });

  it.each([
    [404, { detail: "Not found." }, "not-found"],
    [401, { detail: "Invalid token." }, "credentials"],
    [403, { detail: "You do not have permission." }, "credentials"],
    [429, { detail: "Error: You have run over your hourly request allocation." }, "rate-limit"],
    [200, { detail: "Error: something." }, "unreadable"],
    [503, "<html></html>", "network"],
  ])("are refused in its words: %i", async (status, body, reason) => {
    intercepted(ORIGIN, [status, body]);
    const wanted = {
      ticker: AAPL,
      interval: "day",
      start: instantOfNewYork(2026, 11, 18),
      end: START,
    } as const;
    await expect(open().bars(wanted)).rejects.toMatchObject({ trouble: { reason } });
  });
});
