import { dayNumberFrom } from "@sevenfold/domain/calendar-date";
import { instant, type Ticker, type TradingDay } from "@sevenfold/domain/market";
import { describe, expect, it } from "vitest";
import { intercepted } from "../testing/intercepted.ts";
import { runningClock, START } from "../testing/price-benches.ts";
import { yahooActions } from "./yahoo-actions.ts";
import { openYahooCharts, YAHOO_SETTINGS } from "./yahoo-charts.ts";

const ORIGIN = "https://query1.finance.yahoo.com";
const AAPL = "AAPL" as Ticker;
const DAY_MS = 24 * 3_600_000;
const A_YEAR = instant(START - 365 * DAY_MS);

/** 9:30 in New York's winter. */
const at = (day: string) => Date.parse(`${day}T14:30:00Z`) / 1_000;
const dayOf = (day: string) => dayNumberFrom(day as TradingDay);
const meta = { currency: "USD", symbol: "AAPL", exchangeTimezoneName: "America/New_York" };
const chart = (events?: object) => ({
  chart: { result: [{ meta, events, indicators: { quote: [{}] } }], error: null },
});

function open() {
  const clock = runningClock();
  const spacing = { spacingMs: 0, jitterMs: 0 };
  return yahooActions(openYahooCharts({ ...YAHOO_SETTINGS, spacing }, clock), clock);
}

describe("Yahoo's splits and dividends", () => {
  it("are told in order, dividends in dollars of their own day", async () => {
    const events = {
      dividends: {
        b: { amount: 0.25, date: at("2025-02-10") },
        a: { amount: 0.1, date: at("2025-01-06") },
      },
      splits: { s: { date: at("2025-02-03"), numerator: 4, denominator: 1 } },
    };
    const { asked } = intercepted(ORIGIN, [200, chart(events)]);

    expect(await open().since(AAPL, A_YEAR)).toEqual([
      { kind: "dividend", day: dayOf("2025-01-06"), perShare: 400_000 },
      { kind: "split", day: dayOf("2025-02-03"), numerator: 4, denominator: 1 },
      { kind: "dividend", day: dayOf("2025-02-10"), perShare: 250_000 },
    ]);
    expect(asked[0]!.url.searchParams.get("events")).toBe("div|split");
  });

  it("puts a split of a day before its dividend, and keeps uneven ratios", async () => {
    const [day, date] = [dayOf("2025-01-06"), at("2025-01-06")];
    const events = {
      dividends: { d: { amount: 1, date } },
      splits: { s: { date, numerator: 1.5, denominator: 1 } },
    };
    intercepted(ORIGIN, [200, chart(events)]);

    expect(await open().since(AAPL, A_YEAR)).toEqual([
      { kind: "split", day, numerator: 3, denominator: 2 },
      { kind: "dividend", day, perShare: 1_000_000 },
    ]);
  });

  it("are none where none are told, asked for ten years at a time", async () => {
    const { asked } = intercepted(ORIGIN, [200, chart()]);

    expect(await open().since(AAPL, instant(START - 25 * 366 * DAY_MS))).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  it.each([
    { splits: { s: { date: at("2025-01-06"), numerator: 4, denominator: 0 } } },
    { dividends: { d: { date: at("2025-01-06"), amount: -1 } } },
  ])("fail as a whole where one of them cannot be: %j", async (events) => {
    intercepted(ORIGIN, [200, chart(events)]);
    await expect(open().since(AAPL, A_YEAR)).rejects.toMatchObject({
      trouble: { reason: "unreadable" },
    });
  });
});
