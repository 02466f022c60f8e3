import type { CompanyNames } from "@sevenfold/application/ports/companies";
import { MarketDataUnavailable } from "@sevenfold/application/ports/market-data";

import type { YahooCharts } from "../prices/yahoo/yahoo-charts.ts";

/** The names that stand in Yahoo's charts, read in the same line as its prices. */
export const yahooCompanyNames = (charts: YahooCharts): CompanyNames => ({
  async nameOf(ticker) {
    try {
      const { meta } = await charts.read(ticker, { range: "1d", interval: "1d" });
      return meta.longName ?? meta.shortName ?? undefined;
    } catch (error) {
      if (error instanceof MarketDataUnavailable && error.trouble.reason === "not-found")
        return undefined;
      throw error;
    }
  },
});
