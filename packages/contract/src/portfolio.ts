import { z } from "zod";
import { Dollars, Percent, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";

const NoInput = z.strictObject({});

export const AccountView = z.object({
  id: z.string(),
  /** What the top strip says. */
  mode: z.enum(["demo", "paper", "live"]),
  provider: z.enum(["alpaca", "etrade"]),
  label: z.string(),
  equity: Dollars,
  cash: Dollars,
  /** Cash not kept aside by open buys: what a new buy may cost. */
  availableCash: Dollars,
});
export type AccountView = z.infer<typeof AccountView>;

export const readAccount = endpoint({
  method: "get",
  path: "/api/account",
  input: NoInput,
  output: AccountView,
  access: "signed-in",
});

export const PortfolioView = z.object({
  id: z.string(),
  name: z.string(),
  goalAmount: Dollars,
  startAmount: Dollars,
  /** 0 to 100. */
  progressPct: Percent,
  createdAt: Timestamp,
});
export type PortfolioView = z.infer<typeof PortfolioView>;

export const readPortfolio = endpoint({
  method: "get",
  path: "/api/portfolio",
  input: NoInput,
  output: PortfolioView,
  access: "signed-in",
});

export const PositionView = z.object({
  id: z.string(),
  ticker: z.string(),
  shares: z.int().nonnegative(),
  avgCostBasis: Dollars,
  costBasis: Dollars,
  /** Null while no price is known: never a made-up zero. */
  currentPrice: Dollars.nullable(),
  marketValue: Dollars.nullable(),
  unrealizedPL: Dollars.nullable(),
  unrealizedPLPercent: Percent.nullable(),
  isManaged: z.boolean(),
  updatedAt: Timestamp,
});
export type PositionView = z.infer<typeof PositionView>;

export const listPositions = endpoint({
  method: "get",
  path: "/api/positions",
  input: NoInput,
  output: z.array(PositionView),
  access: "signed-in",
});

export const DailyChangeView = z.object({
  /** Since the previous regular close. */
  dailyChange: Dollars,
  dailyChangePercent: Percent,
  todayTradesCount: z.int().nonnegative(),
  /** Since 24 hours ago; null while nothing that old is known. */
  change24h: Dollars.nullable(),
  change24hPercent: Percent.nullable(),
});
export type DailyChangeView = z.infer<typeof DailyChangeView>;

export const readDailyChange = endpoint({
  method: "get",
  path: "/api/portfolio/daily-change",
  input: NoInput,
  output: DailyChangeView,
  access: "signed-in",
});

export const EquityCurveView = z.object({
  points: z.array(z.object({ at: Timestamp, equity: Dollars })),
});
export type EquityCurveView = z.infer<typeof EquityCurveView>;

export const readEquityCurve = endpoint({
  method: "get",
  path: "/api/portfolio/equity",
  input: z.strictObject({ range: z.enum(["1d", "1w", "1m", "all"]).default("1m") }),
  output: EquityCurveView,
  access: "signed-in",
});
