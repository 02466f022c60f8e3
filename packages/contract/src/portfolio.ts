import { z } from "zod";
import { ProviderId } from "./brokers.ts";
import { count, Shares } from "./counts.ts";
import { Dollars, Percent, TickerInput, Timestamp } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";
import { AccountStateView } from "./states.ts";
import { VenuePrices } from "./venue-prices.ts";

const NoInput = z.strictObject({});

export const AccountView = z.object({
  id: z.string(),
  /** What the top strip says. */
  mode: z.enum(["demo", "paper", "live"]),
  provider: ProviderId,
  label: z.string(),
  /** "none": what is priced here is priced by the built-in exchange, and limit orders are all it takes. */
  venuePrices: VenuePrices,
  /** What it is, as everywhere else. */
  state: AccountStateView,
  /** Cash and holdings at the latest prices; null while a holding has no price. */
  equity: Dollars.nullable(),
  /** Null until the broker has shown the account, as the equity. */
  cash: Dollars.nullable(),
  /** Cash not kept aside by open buys: what a new buy may cost. */
  availableCash: Dollars.nullable(),
  /** How many orders are open. */
  openOrders: count("orders"),
});
export type AccountView = z.infer<typeof AccountView>;

export const readAccount = endpoint("readAccount", {
  input: NoInput,
  output: AccountView,
});

export const PortfolioView = z.object({
  id: z.string(),
  name: z.string(),
  goalAmount: Dollars,
  /** Null until the broker has shown the account. */
  startAmount: Dollars.nullable(),
  /** 0 to 100; null while the equity is unknown. */
  progressPct: Percent.nullable(),
  createdAt: Timestamp,
});
export type PortfolioView = z.infer<typeof PortfolioView>;

export const readPortfolio = endpoint("readPortfolio", {
  input: NoInput,
  output: PortfolioView,
});

export const changeGoal = endpoint("changeGoal", {
  input: z.strictObject({
    goalAmount: z
      .number("Goal must be an amount in dollars")
      .min(1_000, "Goal must be at least $1,000")
      .max(50_000_000, "Goal must be at most $50,000,000")
      .multipleOf(0.01, "Goal must be in whole cents")
      .meta({ description: "Dollars, in whole cents." }),
    /** The goal the caller read: refused ("changed-meanwhile") where another is stored by now. */
    seen: z
      .number("The goal that was seen must be an amount in dollars")
      .meta({ description: "Dollars. No bound: it is compared with what is stored." })
      .optional(),
  }),
  output: PortfolioView,
});

export const PositionView = z.object({
  id: z.string(),
  ticker: z.string(),
  shares: Shares,
  avgCostBasis: Dollars,
  costBasis: Dollars,
  /** Null while no price is known: never a made-up zero. */
  currentPrice: Dollars.nullable(),
  /** When that price was made at the market; null with it. */
  priceAt: Timestamp.nullable(),
  marketValue: Dollars.nullable(),
  unrealizedPL: Dollars.nullable(),
  unrealizedPLPercent: Percent.nullable(),
  isManaged: z.boolean(),
  updatedAt: Timestamp,
});
export type PositionView = z.infer<typeof PositionView>;

export const listPositions = endpoint("listPositions", {
  input: NoInput,
  output: z.array(PositionView),
});

/** What would still sell a holding if every process of Sevenfold died now. */
export const PROTECTION_KINDS = ["stop", "part", "none", "unknown"] as const;

export const ProtectionView = z.object({
  /** All holdings in one sentence. */
  says: z.string(),
  /** By ticker, A to Z. */
  positions: z.array(
    z.object({
      ticker: z.string(),
      shares: Shares,
      kind: z.enum(PROTECTION_KINDS),
      /** How many of the shares a stop at the broker would sell; null where nobody can say. */
      protectedShares: Shares.nullable(),
      says: z.string(),
    }),
  ),
});
export type ProtectionView = z.infer<typeof ProtectionView>;

export const readProtection = endpoint("readProtection", {
  input: NoInput,
  output: ProtectionView,
});

export const DailyChangeView = z.object({
  /** Equity less the day's baseline: what it was at the previous regular close. */
  dailyChange: Dollars.nullable(),
  dailyChangePercent: Percent.nullable(),
  /** Why today's change is unknown, in a sentence; null where it is known. */
  unknownBecause: z.string().nullable(),
  /** Executions since New York's midnight, each a row of `listTrades`. */
  todayTradesCount: count("trades"),
  /** Since 24 hours ago; null while nothing that old is known. */
  change24h: Dollars.nullable(),
  change24hPercent: Percent.nullable(),
});
export type DailyChangeView = z.infer<typeof DailyChangeView>;

export const readDailyChange = endpoint("readDailyChange", {
  input: NoInput,
  output: DailyChangeView,
});

/** What came in after a point's instant, less what left, is `moved`: with it, equity then is comparable with equity now. */
export const EquityCurveView = z.object({
  points: z.array(z.object({ at: Timestamp, equity: Dollars, moved: Dollars })),
});
export type EquityCurveView = z.infer<typeof EquityCurveView>;

export const readEquityCurve = endpoint("readEquityCurve", {
  input: z.strictObject({ range: z.enum(["1d", "1w", "1m", "all"]).default("1m") }),
  output: EquityCurveView,
});

/** A row of the portfolio page. What depends on a price is null while none is known. */
export const PricedPositionView = z.object({
  id: z.string(),
  ticker: z.string(),
  companyName: z.string(),
  shares: Shares,
  avgCostBasis: Dollars,
  currentPrice: Dollars.nullable(),
  /** When that price was made at the market; null with it. */
  priceAt: Timestamp.nullable(),
  currentValue: Dollars.nullable(),
  costValue: Dollars,
  /** Since the previous regular close, of the shares held now. */
  dayChangePercent: Percent.nullable(),
  dayGainLoss: Dollars.nullable(),
  totalGainLoss: Dollars.nullable(),
  totalGainLossPercent: Percent.nullable(),
  isManaged: z.boolean(),
  updatedAt: Timestamp,
});
export type PricedPositionView = z.infer<typeof PricedPositionView>;

export const listPricedPositions = endpoint("listPricedPositions", {
  input: NoInput,
  output: z.array(PricedPositionView),
});

export const PortfolioSummaryView = z.object({
  /** Cash and holdings; null while a holding has no price, as all that is made of it. */
  totalValue: Dollars.nullable(),
  /** Null until the broker has shown the account, as all that is here. */
  positionCount: count("positions").nullable(),
  /** Unrealized, of the holdings. */
  totalGainLoss: Dollars.nullable(),
  /** Null also where nothing is held. */
  totalGainLossPercent: Percent.nullable(),
  /** The account's, as `dailyChange`. */
  totalDayChange: Dollars.nullable(),
  totalDayChangePercent: Percent.nullable(),
  /** Why today's change is unknown, in a sentence; null where it is known. */
  unknownBecause: z.string().nullable(),
  totalCostBasis: Dollars.nullable(),
});
export type PortfolioSummaryView = z.infer<typeof PortfolioSummaryView>;

export const readPortfolioSummary = endpoint("readPortfolioSummary", {
  input: NoInput,
  output: PortfolioSummaryView,
});

/** Hands a holding found at the broker over to the agent, or takes it back. */
export const manageHolding = endpoint("manageHolding", {
  input: z.strictObject({ ticker: TickerInput, managed: z.boolean() }),
  output: z.array(PricedPositionView),
});

export const GoalTickerView = z.object({
  ticker: z.string(),
  companyName: z.string(),
  /** Executions this year, as `totals.totalTradesYTD`. */
  tradesCount: count("trades"),
  shares: Shares,
  currentPrice: Dollars.nullable(),
  avgCostBasis: Dollars.nullable(),
  /** This year's. */
  realizedPL: Dollars,
  unrealizedPL: Dollars.nullable(),
  totalPL: Dollars.nullable(),
  /** Of what was paid for the shares sold this year and those held. */
  totalPLPercent: Percent.nullable(),
});
export type GoalTickerView = z.infer<typeof GoalTickerView>;

export const GoalPerformanceView = z.object({
  goal: z.object({
    /** Null until the broker has shown the account. */
    start: Dollars.nullable(),
    /** Null while a holding has no price, as all that is made of it. */
    current: Dollars.nullable(),
    target: Dollars,
    /** 0 to 100. */
    progressPct: Percent.nullable(),
  }),
  totals: z.object({
    totalTradesYTD: count("trades"),
    /** Null also where nobody recorded what the year began with. */
    ytdReturnPct: Percent.nullable(),
    realizedPL: Dollars.nullable(),
    unrealizedPL: Dollars.nullable(),
  }),
  /** Largest total P&L first. */
  tickers: z.array(GoalTickerView),
});
export type GoalPerformanceView = z.infer<typeof GoalPerformanceView>;

export const readGoalPerformance = endpoint("readGoalPerformance", {
  input: NoInput,
  output: GoalPerformanceView,
});
