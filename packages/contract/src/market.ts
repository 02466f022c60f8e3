import { z } from "zod";
import { Dollars, Percent, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { VenuePrices } from "./venue-prices.ts";
import { numberOf } from "./whole-input.ts";

const NoInput = z.strictObject({});

export const QuoteView = z.object({
  symbol: z.string(),
  price: Dollars,
  /** Since the previous regular close; null while that is unknown. */
  change: Dollars.nullable(),
  changePercent: Percent.nullable(),
  bid: Dollars.nullable(),
  ask: Dollars.nullable(),
  at: Timestamp,
  /** Who told the price, and what is to be said beside it. */
  provider: z.string(),
  provider_label: z.string().nullable(),
});
export type QuoteView = z.infer<typeof QuoteView>;

/** `/api/market/quote?symbol=AAPL` */
export const readQuote = endpoint("readQuote", {
  input: z.strictObject({ symbol: TickerInput }),
  output: QuoteView,
});

/** `/api/market/quote/AAPL`, which answers the same. */
export const readQuoteByPath = endpoint("readQuoteByPath", {
  input: z.strictObject({ symbol: TickerInput }),
  output: QuoteView,
});

export const MarketHoursView = z.object({
  is_open: z.boolean(),
  closes_in: z.string().nullable(),
  time_until_open: z.string().nullable(),
  next_open: Timestamp.nullable(),
  /** When the running session ends; for a countdown. */
  next_close: Timestamp.nullable(),
  /** True where the account is at the built-in exchange, whose prices are simulated. */
  is_simulated: z.boolean(),
  venue_prices: VenuePrices,
});
export type MarketHoursView = z.infer<typeof MarketHoursView>;

export const readMarketHours = endpoint("readMarketHours", {
  input: NoInput,
  output: MarketHoursView,
});

/** Far more than any market trades within a bar. */
const VOLUME_MAX = 1_000_000_000_000_000;

export const BarView = z.object({
  start: Timestamp,
  open: Dollars,
  high: Dollars,
  low: Dollars,
  close: Dollars,
  volume: z.number().min(0).max(VOLUME_MAX).meta({ description: "Shares traded." }),
  /** Within the regular session; false in the hours before and after it. A day's always is. */
  isRegular: z.boolean(),
});
export type BarView = z.infer<typeof BarView>;

export const listBars = endpoint("listBars", {
  input: z.strictObject({
    symbol: TickerInput,
    interval: z.enum(["minute", "5minute", "15minute", "hour", "day"]).default("day"),
    count: z.preprocess(
      numberOf,
      z.int().min(1).max(1_000).default(90).meta({
        description: "A count of bars, up to now: of hours at most 100, of 15 minutes 400.",
      }),
    ),
  }),
  output: z.array(BarView),
});

/** Watched and held symbols over their last finished sessions; those nobody has bars of are absent. */
export const GlanceView = z.object({
  ticker: z.string(),
  /** Closes, oldest first, for a sparkline. */
  closes: z.array(Dollars).max(30),
});
export type GlanceView = z.infer<typeof GlanceView>;

export const listGlances = endpoint("listGlances", {
  input: NoInput,
  output: z.array(GlanceView).max(120),
});

/** The landing page's panel: a few symbols of the market, for visitors. */
export const MarketPanelView = z.object({
  provider: z.string(),
  isSimulated: z.boolean(),
  isLive: z.boolean(),
  rows: z
    .array(
      z.object({
        ticker: z.string(),
        name: z.string(),
        price: Dollars.nullable(),
        changePercent: Percent.nullable(),
        /** The last hours, oldest first, for a sparkline. */
        spark: z.array(Dollars).max(60),
      }),
    )
    .max(12),
});
export type MarketPanelView = z.infer<typeof MarketPanelView>;

export const readMarketPanel = endpoint("readMarketPanel", {
  input: NoInput,
  output: MarketPanelView,
});

export const CompanyView = z.object({ ticker: z.string(), name: z.string(), sector: z.string() });
export type CompanyView = z.infer<typeof CompanyView>;

export const readCompany = endpoint("readCompany", {
  input: z.strictObject({ ticker: TickerInput }),
  output: CompanyView,
});

export const readCompanies = endpoint("readCompanies", {
  input: z.strictObject({ tickers: z.array(TickerInput).max(100) }),
  output: z.record(z.string(), z.object({ name: z.string(), sector: z.string() })),
});
