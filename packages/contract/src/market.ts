import { z } from "zod";
import { Dollars, Percent, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { VenuePrices } from "./venue-prices.ts";

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
});
export type QuoteView = z.infer<typeof QuoteView>;

/** `/api/market/quote?symbol=AAPL` */
export const readQuote = endpoint({
  method: "get",
  path: "/api/market/quote",
  input: z.strictObject({ symbol: TickerInput }),
  output: QuoteView,
  access: "signed-in",
  tokens: "read",
});

/** `/api/market/quote/AAPL`, which answers the same. */
export const readQuoteByPath = endpoint({ ...readQuote, path: "/api/market/quote/:symbol" });

export const MarketHoursView = z.object({
  is_open: z.boolean(),
  closes_in: z.string().nullable(),
  time_until_open: z.string().nullable(),
  next_open: Timestamp.nullable(),
  /** When the running session ends; for a countdown. */
  next_close: Timestamp.nullable(),
  /** True while the prices shown are the built-in exchange's, whichever venue the account is at. */
  is_simulated: z.boolean(),
  /** "none": Sevenfold reads no prices of the account's venue; no automated or market order goes there. */
  venue_prices: VenuePrices,
});
export type MarketHoursView = z.infer<typeof MarketHoursView>;

export const readMarketHours = endpoint({
  method: "get",
  path: "/api/market/hours",
  input: NoInput,
  output: MarketHoursView,
  access: "signed-in",
  tokens: "read",
});

export const BarView = z.object({
  start: Timestamp,
  open: Dollars,
  high: Dollars,
  low: Dollars,
  close: Dollars,
  volume: z.number(),
  /** Within the regular session; false in the hours before and after it. A day's always is. */
  isRegular: z.boolean(),
});
export type BarView = z.infer<typeof BarView>;

export const listBars = endpoint({
  method: "get",
  path: "/api/market/bars",
  input: z.strictObject({
    symbol: TickerInput,
    interval: z.enum(["minute", "5minute", "15minute", "hour", "day"]).default("day"),
    /** How many at most, up to now; of hours a hundred, of quarters of an hour four hundred. */
    count: z.coerce.number().int().min(1).max(1_000).default(90),
  }),
  output: z.array(BarView),
  access: "signed-in",
  tokens: "read",
});

/** Watched and held symbols over their last finished sessions; those nobody has bars of are absent. */
export const GlanceView = z.object({
  ticker: z.string(),
  /** Closes, oldest first, for a sparkline. */
  closes: z.array(Dollars).max(30),
});
export type GlanceView = z.infer<typeof GlanceView>;

export const listGlances = endpoint({
  method: "get",
  path: "/api/market/glances",
  input: NoInput,
  output: z.array(GlanceView).max(120),
  access: "signed-in",
  tokens: "read",
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

export const readMarketPanel = endpoint({
  method: "get",
  path: "/api/market/panel",
  input: NoInput,
  output: MarketPanelView,
  access: "anyone",
  tokens: "read",
});

export const CompanyView = z.object({ ticker: z.string(), name: z.string(), sector: z.string() });
export type CompanyView = z.infer<typeof CompanyView>;

export const readCompany = endpoint({
  method: "get",
  path: "/api/company/:ticker",
  input: z.strictObject({ ticker: TickerInput }),
  output: CompanyView,
  access: "signed-in",
  tokens: "read",
});

export const readCompanies = endpoint({
  method: "post",
  path: "/api/company/batch",
  input: z.strictObject({ tickers: z.array(TickerInput).max(100) }),
  output: z.record(z.string(), z.object({ name: z.string(), sector: z.string() })),
  access: "signed-in",
  tokens: "read",
});
