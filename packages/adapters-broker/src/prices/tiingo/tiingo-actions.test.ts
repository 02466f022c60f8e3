import { dayNumberFrom } from "@sevenfold/domain/calendar-date";
import { instant, type Ticker, type TradingDay } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { intercepted } from "../testing/intercepted.ts";
import { runningClock, START } from "../testing/price-benches.ts";
import { tiingoActions } from "./tiingo-actions.ts";
import { TIINGO_SETTINGS } from "./tiingo-market-data.ts";

const ORIGIN = "https://api.tiingo.com";
const AAPL = "AAPL" as Ticker;
const A_YEAR = instant(START - 365 * 24 * 3_600_000);
const day = (date: string, change: object = {}) => ({
  ...{ date: `${date}T00:00:00.000Z`, open: 1, high: 1, low: 1, close: 1, volume: 1 },
  ...{ divCash: 0, splitFactor: 1, ...change },
});
const dayOf = (text: string) => dayNumberFrom(text as TradingDay);
const open = () => tiingoActions({ ...TIINGO_SETTINGS, token: "of-nobody" }, runningClock());

describe("Tiingo's splits and dividends", () => {
  it("are those beside its days, as they were on their day", async () => {
    const days = [
      day("2025-01-06", { divCash: 0.4 }),
      day("2025-01-07"),
      day("2025-02-03", { splitFactor: 4, divCash: 0.25 }),
      day("2025-03-03", { splitFactor: 0.1 }),
    ];
    intercepted(ORIGIN, [200, days]);

    expect(await open().since(AAPL, A_YEAR)).toEqual([
      { kind: "dividend", day: dayOf("2025-01-06"), perShare: 400_000 },
      { kind: "split", day: dayOf("2025-02-03"), numerator: 4, denominator: 1 },
      { kind: "dividend", day: dayOf("2025-02-03"), perShare: 250_000 },
      { kind: "split", day: dayOf("2025-03-03"), numerator: 1, denominator: 10 },
    ]);
  });

  it("are of whole numbers of shares, though it tells them as one decimal", async () => {
    const days = [
      day("2025-01-06", { splitFactor: 0.333333 }),
      day("2025-02-03", { splitFactor: 1.333333 }),
    ];
    intercepted(ORIGIN, [200, days]);

    expect(await open().since(AAPL, A_YEAR)).toMatchObject([
      { numerator: 1, denominator: 3 },
      { numerator: 4, denominator: 3 },
    ]);
  });

  it("fail as a whole where one of them cannot be", async () => {
    intercepted(ORIGIN, [200, [day("2025-01-06", { splitFactor: 1e9 })]]);
    await expect(open().since(AAPL, A_YEAR)).rejects.toMatchObject({
      trouble: { reason: "unreadable" },
    });
  });
});
