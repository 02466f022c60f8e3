import type { Ticker } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { describe, expect, it } from "vitest";

import { intercepted } from "../testing/intercepted.ts";
import { runningClock, START } from "../testing/price-benches.ts";
import { TWELVE_DATA_SETTINGS, twelveDataMarketData } from "./twelve-data-market-data.ts";

const ORIGIN = "https://api.twelvedata.com";
const [AAPL, MSFT] = ["AAPL", "MSFT"] as [Ticker, Ticker];

const quote = (symbol: string, change: object = {}) => ({
  ...{ symbol, name: "Apple Inc", exchange: "NASDAQ", mic_code: "XNGS", currency: "USD" },
  ...{ datetime: "2026-11-20", timestamp: START / 1_000 - 16_200, last_quote_at: START / 1_000 },
  ...{ open: "270.10", high: "272.5", low: "269.00", close: "271.48999", volume: "41201233" },
  ...{ previous_close: "270.04", change: "1.45", percent_change: "0.53696", is_market_open: true },
  fifty_two_week: { low: "169.21", high: "280.00" },
  ...change,
});
const refusal = (code: number, message: string) => ({ code, message, status: "error" });
const MINUTE_SPENT =
  "You have run out of API credits for the current minute. 10 API credits were used, with the current limit being 8.";
const DAY_SPENT =
  "You have run out of API credits for the day. 801 API credits were used, with the current limit being 800.";

const open = () =>
  twelveDataMarketData({ ...TWELVE_DATA_SETTINGS, apiKey: "key-of-nobody" }, runningClock());

describe("Twelve Data's latest prices", () => {
  it("are numbers in text, of one symbol", async () => {
    const { asked } = intercepted(ORIGIN, [200, quote("AAPL")]);

    expect((await open().latest([AAPL])).prints).toEqual([
      { ticker: AAPL, price: 2_714_900, at: START },
    ]);
    expect(asked[0]!.url.search).toBe("?symbol=AAPL");
    expect(asked[0]!.headers.get("Authorization")).toBe("apikey key-of-nobody");
  });

  it("stand under each symbol's name where there are several, each for itself", async () => {
    intercepted(ORIGIN, [
      200,
      {
        AAPL: quote("AAPL"),
        MSFT: refusal(404, "**symbol** not found: MSFT. Please specify it correctly."),
      },
    ]);
    expect((await open().latest([AAPL, MSFT])).prints).toMatchObject([{ ticker: AAPL }]);
  });

  it.each([
    "**symbol** not found: ZZZZ. Please specify it correctly.",
    "**symbol** or **figi** parameter is missing or invalid. Please provide a valid symbol according to API documentation: https://twelvedata.com/docs#reference-data",
  ])("are absent where the one symbol asked for is unknown: %s", async (words) => {
    intercepted(ORIGIN, [404, refusal(404, words)], [200, refusal(404, words)]);
    const marketData = open();

    expect(await marketData.latest([AAPL])).toEqual({ prints: [], quotes: [] });
    await expect(
      marketData.bars({
        ...{ ticker: AAPL, interval: "day" },
        ...{ start: instantOfNewYork(2026, 11, 2), end: instantOfNewYork(2026, 11, 3) },
      }),
    ).rejects.toMatchObject({ trouble: { reason: "not-found" } });
  });

  it("count as of the day's start where no minute is told", async () => {
    intercepted(ORIGIN, [200, quote("AAPL", { last_quote_at: undefined })]);
    expect((await open().latest([AAPL])).prints[0]?.at).toBe(START - 16_200_000);
  });

  it("are not those of another currency", async () => {
    intercepted(ORIGIN, [200, quote("AAPL", { currency: "MXN" })]);
    expect((await open().latest([AAPL])).prints).toEqual([]);
  });

  it("count a credit for each symbol, and are not asked for beyond the minute's", async () => {
    const { asked } = intercepted(ORIGIN, [200, { AAPL: quote("AAPL"), MSFT: quote("MSFT") }]);
    const marketData = open();
    for (let call = 0; call < 4; call += 1) await marketData.latest([AAPL, MSFT]);
    await expect(marketData.latest([AAPL])).rejects.toMatchObject({
      trouble: { reason: "rate-limit" },
    });
    expect(asked).toHaveLength(4);
  });
});

describe("Twelve Data's refusals", () => {
  it.each([200, 429])("for the minute end with it, told with status %i", async (status) => {
    intercepted(ORIGIN, [status, refusal(429, MINUTE_SPENT)]);
    await expect(open().latest([AAPL])).rejects.toMatchObject({
      message: expect.stringContaining("for the current minute"),
      trouble: { reason: "rate-limit", retryAfterMs: 60_000 },
    });
  });

  it("for the day end at midnight of UTC, and nothing is asked before", async () => {
    const { asked } = intercepted(ORIGIN, [200, refusal(429, DAY_SPENT)]);
    const marketData = open();
    for (let call = 0; call < 2; call += 1)
      await expect(marketData.latest([AAPL])).rejects.toMatchObject({
        trouble: { reason: "budget-spent", until: Date.UTC(2026, 10, 21) },
      });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [401, "**apikey** parameter is incorrect or not specified.", "credentials"],
    [500, "Internal error.", "network"],
    [400, "Something is wrong with **interval**.", "unreadable"],
  ])("say what they mean: %i", async (code, message, reason) => {
    intercepted(ORIGIN, [200, refusal(code, message)]);
    await expect(open().latest([AAPL])).rejects.toMatchObject({ trouble: { reason } });
  });

  it("of all symbols for now are no word that there are none", async () => {
    const both = { AAPL: refusal(429, MINUTE_SPENT), MSFT: refusal(429, MINUTE_SPENT) };
    intercepted(ORIGIN, [200, both]);
    await expect(open().latest([AAPL, MSFT])).rejects.toMatchObject({
      trouble: { reason: "rate-limit" },
    });
  });

  it("of a symbol that others pay for are kept apart, and not asked for again", async () => {
    const words = "This symbol is available starting with the Grow plan. Consider upgrading.";
    const { asked } = intercepted(
      ORIGIN,
      [200, { AAPL: quote("AAPL"), MSFT: refusal(404, words) }],
      [200, quote("AAPL")],
    );
    const marketData = twelveDataMarketData(
      { ...TWELVE_DATA_SETTINGS, apiKey: "key-of-nobody", polling: { everyMs: 10 } },
      runningClock(),
    );
    marketData.watch([AAPL, MSFT]);
    const ending = new AbortController();
    let unserved: readonly Ticker[] = [];
    for await (const news of marketData.news(ending.signal)) {
      if (news.kind === "limited") unserved = news.unserved;
      if (1 < asked.length) ending.abort();
    }
    expect(unserved).toEqual([MSFT]);
    expect(asked[1]!.url.search).toBe("?symbol=AAPL");
  });
});

describe("Twelve Data's bars", () => {
  const meta = { symbol: "AAPL", currency: "USD", exchange_timezone: "America/New_York" };
  const row = (datetime: string) => ({
    ...{ datetime, open: "10.00", high: "12.00", low: "9.5", close: "11.25", volume: "1000" },
  });

  it("are put in order, whatever order they come in, and stand in New York's time", async () => {
    const values = [
      row("2026-11-02 09:31:00"),
      row("2026-11-02 09:30:00"),
      row("2026-10-30 15:59:00"),
    ];
    const { asked } = intercepted(ORIGIN, [200, { meta, values, status: "ok" }]);
    const start = instantOfNewYork(2026, 10, 30, 15, 59);
    const end = instantOfNewYork(2026, 11, 3);
    const bars = await open().bars({ ticker: AAPL, interval: "minute", start, end });

    expect(bars.map((bar) => bar.start)).toEqual([
      Date.UTC(2026, 9, 30, 19, 59),
      Date.UTC(2026, 10, 2, 14, 30),
      Date.UTC(2026, 10, 2, 14, 31),
    ]);
    const query = Object.fromEntries(asked[0]!.url.searchParams);
    expect(query).toMatchObject({
      ...{ interval: "1min", start_date: "2026-10-30 15:59:00", end_date: "2026-11-03 00:00:00" },
      ...{ order: "ASC", adjust: "splits", outputsize: "5000" },
    });
  });

  it("are none where there is no data, and unreadable of another market", async () => {
    const none =
      "No data is available on the specified dates. Try setting different start/end dates.";
    const wanted = {
      ...{ ticker: AAPL, interval: "day" as const },
      ...{ start: instantOfNewYork(2026, 11, 21), end: instantOfNewYork(2026, 11, 22) },
    };
    intercepted(
      ORIGIN,
      [200, refusal(400, none)],
      [200, { meta: { ...meta, exchange_timezone: "Europe/London" }, values: [row("2026-11-21")] }],
    );
    const marketData = open();
    expect(await marketData.bars(wanted)).toEqual([]);
    await expect(marketData.bars(wanted)).rejects.toMatchObject({
      trouble: { reason: "unreadable" },
    });
  });
});
