import { instant, type Ticker } from "@sevenfold/domain/market";
import { instantOfNewYork } from "@sevenfold/domain/new-york-time";
import { expect, it } from "vitest";
import { intercepted } from "./testing/intercepted.ts";
import { runningClock, START } from "./testing/price-benches.ts";
import { TIINGO_SETTINGS, tiingoMarketData } from "./tiingo/tiingo-market-data.ts";
import {
  TWELVE_DATA_SETTINGS,
  twelveDataMarketData,
} from "./twelve-data/twelve-data-market-data.ts";

const AAPL = "AAPL" as Ticker;
const start = instantOfNewYork(2026, 11, 17);
const end = instant(start + 3 * 86_400_000);
const DAYS = { ticker: AAPL, interval: "day", start, end } as const;

it("leaves out a day of Tiingo's that lacks prices, and reads the others", async () => {
  const day = (date: string, change: object = {}) => ({
    ...{ date: `${date}T00:00:00.000Z`, open: 10, high: 10, low: 10, close: 10, volume: 100 },
    ...{ divCash: 0, splitFactor: 1, ...change },
  });
  const gone = { open: null, high: null, low: null, close: null, volume: null };
  intercepted(
    "https://api.tiingo.com",
    [200, [day("2026-11-17", gone), day("2026-11-18", { volume: null }), day("2026-11-19")]],
    [200, []],
  );
  const market = tiingoMarketData({ ...TIINGO_SETTINGS, token: "token-of-nobody" }, runningClock());
  expect((await market.bars(DAYS)).map(({ volume }) => volume)).toEqual([0, 100]);
});

const twelveData = () =>
  twelveDataMarketData({ ...TWELVE_DATA_SETTINGS, apiKey: "key-of-nobody" }, runningClock());

it("reads Twelve Data's numbers as text or not, and leaves out a bar that lacks prices", async () => {
  const row = (datetime: string, close: unknown) => ({
    ...{ datetime, open: close, high: close, low: close, close, volume: 5 },
  });
  intercepted("https://api.twelvedata.com", [
    200,
    {
      ...{ meta: { symbol: "AAPL", currency: "USD", exchange_timezone: "America/New_York" } },
      ...{ status: "ok" },
      values: [row("2026-11-19", 11.5), row("2026-11-18", null), row("2026-11-17", "10")],
    },
  ]);
  expect((await twelveData().bars(DAYS)).map(({ close }) => close)).toEqual([100_000, 115_000]);
});

it("reads a price of Twelve Data's that is a number, at a time that is text", async () => {
  const timestamp = String(START / 1_000);
  const quote = { symbol: "AAPL", currency: "USD", close: 271.49, timestamp };
  intercepted("https://api.twelvedata.com", [200, { ...quote, last_quote_at: timestamp }]);
  expect((await twelveData().latest([AAPL])).prints).toEqual([
    { ticker: AAPL, price: 2_714_900, at: START },
  ]);
});

it("reads a refusal of Twelve Data's whose code is text", async () => {
  const words = "You have run out of API credits for the current minute.";
  intercepted("https://api.twelvedata.com", [
    200,
    { status: "error", code: "429", message: words },
  ]);
  await expect(twelveData().latest([AAPL])).rejects.toMatchObject({
    trouble: { reason: "rate-limit" },
  });
});
