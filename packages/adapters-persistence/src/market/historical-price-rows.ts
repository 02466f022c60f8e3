import type { Instant, Ticker, TradingDay } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { EntitySchema } from "typeorm";
import { count, day, exact, now, sequence, text } from "../columns.ts";

interface HistoricalPriceRow {
  readonly id: number;
  readonly ticker: Ticker;
  readonly date: TradingDay;
  readonly openPrice: Price;
  readonly closePrice: Price;
  readonly highPrice: Price;
  readonly lowPrice: Price;
  readonly volume: number;
  readonly source: string;
  readonly createdAt: Instant;
}

/** Daily bars for charts and the daily change. Research bars live in column files. */
export const historicalPriceSchema = new EntitySchema<HistoricalPriceRow>({
  name: "historical_prices",
  columns: {
    id: sequence(),
    ticker: text(),
    date: day(),
    openPrice: exact(),
    closePrice: exact(),
    highPrice: exact(),
    lowPrice: exact(),
    volume: count({ default: 0 }),
    source: text({ default: "yahoo" }),
    createdAt: now(),
  },
  uniques: [{ name: "uq_historical_prices_ticker_date", columns: ["ticker", "date"] }],
  checks: [
    {
      name: "ck_historical_prices_prices",
      expression: "open_price > 0 AND close_price > 0 AND high_price > 0 AND low_price > 0",
    },
  ],
});
