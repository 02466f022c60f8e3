import type { Portfolio, User } from "@sevenfold/application/ports/storage";
import type { DailyChange } from "@sevenfold/application/use-cases/read-daily-change";
import type { Holdings, ValuedPosition } from "@sevenfold/application/use-cases/read-holdings";
import type {
  PortfolioSummary,
  PricedPosition,
} from "@sevenfold/application/use-cases/read-priced-positions";
import { pricesOf } from "@sevenfold/application/use-cases/venue-prices";
import type {
  AccountView,
  DailyChangeView,
  EquityCurveView,
  PortfolioSummaryView,
  PortfolioView,
  PositionView,
  PricedPositionView,
} from "@sevenfold/contract/portfolio";
import { progressOf } from "@sevenfold/domain/goal";
import type { EquityPoint } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { stockOf } from "@sevenfold/domain/stocks";

import { dollarsOrNull, orNull, timestampOf } from "../wire.ts";

const BPS_PER_PERCENT = 100;

export const presentAccount = (
  { isDemo }: User,
  { account, cash, equity, freeCash }: Holdings,
): AccountView => ({
  id: account.id,
  mode: isDemo ? "demo" : account.venue === "live" ? "live" : "paper",
  provider: account.provider,
  label: account.label,
  venuePrices: pricesOf(account),
  equity: dollarsOf(equity),
  cash: dollarsOf(cash),
  availableCash: dollarsOf(freeCash),
});

export const presentPortfolio = (
  { id, name, goalAmount, createdAt }: Portfolio,
  { account, equity }: Holdings,
): PortfolioView => ({
  id,
  name,
  goalAmount: dollarsOf(goalAmount),
  startAmount: dollarsOf(account.startEquity),
  progressPct: progressOf(equity, account.startEquity, goalAmount) / BPS_PER_PERCENT,
  createdAt: timestampOf(createdAt),
});

export const presentPosition = (position: ValuedPosition): PositionView => ({
  // One row per account and symbol: the symbol names it.
  id: `${position.accountId}:${position.ticker}`,
  ticker: position.ticker,
  shares: position.quantity,
  avgCostBasis: dollarsOf(position.averageCost),
  costBasis: dollarsOf(position.costBasis),
  currentPrice: dollarsOrNull(position.price),
  marketValue: dollarsOrNull(position.marketValue),
  unrealizedPL: dollarsOrNull(position.unrealized),
  unrealizedPLPercent: orNull(position.unrealizedPercent),
  isManaged: position.isManaged,
  updatedAt: timestampOf(position.updatedAt),
});

export const presentPricedPosition = (position: PricedPosition): PricedPositionView => ({
  id: `${position.accountId}:${position.ticker}`,
  ticker: position.ticker,
  companyName: stockOf(position.ticker)?.name ?? position.ticker,
  shares: position.quantity,
  avgCostBasis: dollarsOf(position.averageCost),
  currentPrice: dollarsOrNull(position.price),
  currentValue: dollarsOrNull(position.marketValue),
  costValue: dollarsOf(position.costBasis),
  dayChangePercent: orNull(position.dayPercent),
  dayGainLoss: dollarsOrNull(position.day?.gain),
  totalGainLoss: dollarsOrNull(position.unrealized),
  totalGainLossPercent: orNull(position.unrealizedPercent),
  isManaged: position.isManaged,
  updatedAt: timestampOf(position.updatedAt),
});

export const presentSummary = (summary: PortfolioSummary): PortfolioSummaryView => ({
  totalValue: dollarsOf(summary.value),
  positionCount: summary.count,
  totalGainLoss: dollarsOf(summary.unrealized),
  totalGainLossPercent: summary.unrealizedPercent ?? 0,
  totalDayChange: dollarsOf(summary.dayGain),
  totalDayChangePercent: summary.dayPercent ?? 0,
  totalCostBasis: dollarsOf(summary.cost),
});

export const presentDailyChange = ({
  sinceClose,
  sinceDayAgo,
  tradesToday,
}: DailyChange): DailyChangeView => ({
  dailyChange: dollarsOf(sinceClose.amount),
  dailyChangePercent: sinceClose.percent ?? 0,
  todayTradesCount: tradesToday,
  change24h: dollarsOrNull(sinceDayAgo?.amount),
  change24hPercent: orNull(sinceDayAgo?.percent),
});

export const presentEquityCurve = (points: readonly EquityPoint[]): EquityCurveView => ({
  points: points.map(({ at, equity }) => ({ at: timestampOf(at), equity: dollarsOf(equity) })),
});
