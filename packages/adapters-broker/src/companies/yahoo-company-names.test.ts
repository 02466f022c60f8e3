import type { Ticker } from "@sevenfold/domain/market";
import { expect, it } from "vitest";

import { intercepted } from "../prices/testing/intercepted.ts";
import { runningClock } from "../prices/testing/price-benches.ts";
import { openYahooCharts, YAHOO_SETTINGS } from "../prices/yahoo/yahoo-charts.ts";
import { yahooCompanyNames } from "./yahoo-company-names.ts";

const [ABC, XYZ] = ["ABC", "XYZ"] as [Ticker, Ticker];

it("reads what companies are called where it stands in Yahoo's charts, or does not", async () => {
  const chart = (symbol: string, names: object) => ({
    chart: {
      result: [
        {
          meta: { currency: "USD", symbol, exchangeTimezoneName: "America/New_York", ...names },
          indicators: { quote: [{}] },
        },
      ],
      error: null,
    },
  });
  const error = { code: "Not Found", description: "No data found, symbol may be delisted" };
  intercepted(
    "https://query1.finance.yahoo.com",
    [200, chart("ABC", { longName: "A B C Company", shortName: "ABC" })],
    [200, chart("XYZ", { shortName: "X Y Z" })],
    [404, { chart: { result: null, error } }],
    [502, "<html></html>"],
  );
  const spacing = { spacingMs: 0, jitterMs: 0 };
  const names = yahooCompanyNames(openYahooCharts({ ...YAHOO_SETTINGS, spacing }, runningClock()));

  expect(await names.nameOf(ABC)).toBe("A B C Company");
  expect(await names.nameOf(XYZ)).toBe("X Y Z");
  expect(await names.nameOf(ABC)).toBeUndefined();
  await expect(names.nameOf(ABC)).rejects.toMatchObject({ trouble: { reason: "network" } });
});
