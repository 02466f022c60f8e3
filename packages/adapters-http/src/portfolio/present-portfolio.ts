import type { Portfolio } from "@sevenfold/application/ports/stores/portfolio-store";
import type { User } from "@sevenfold/application/ports/stores/user-store";
import type { VenuePrices } from "@sevenfold/application/trading/prices/venue-prices";
import type { AccountState } from "@sevenfold/application/views/account-state";
import type { DailyChange } from "@sevenfold/application/views/read-daily-change";
import type { CurvePoint } from "@sevenfold/application/views/read-equity-curve";
import type { Holdings, ValuedPosition } from "@sevenfold/application/views/read-holdings";
import type {
  PortfolioSummary,
  PricedPosition,
} from "@sevenfold/application/views/read-priced-positions";
import type { AccountProtection } from "@sevenfold/application/views/read-protection";
import type {
  AccountView,
  DailyChangeView,
  EquityCurveView,
  PortfolioSummaryView,
  PortfolioView,
  PositionView,
  PricedPositionView,
  ProtectionView,
} from "@sevenfold/contract/portfolio";
import type { Today } from "@sevenfold/domain/day-gain";
import { progressOf } from "@sevenfold/domain/goal";
import { dollarsOf } from "@sevenfold/domain/money";
import {
  explainProtection,
  explainProtections,
  protectedShares,
} from "@sevenfold/domain/protection";
import { stockOf } from "@sevenfold/domain/stocks";

import { presentAccountState } from "../brokers/present-account-state.ts";
import { dollarsOrNull, orNull, percentOrNull, timestampOf, timestampOrNull } from "../wire.ts";

export const presentAccount = (
  { isDemo }: User,
  { account, cash, equity, freeCash, openOrders }: Holdings,
  state: AccountState,
  venuePrices: VenuePrices,
): AccountView => ({
  id: account.id,
  mode: isDemo ? "demo" : account.venue === "live" ? "live" : "paper",
  provider: account.provider,
  label: account.label,
  venuePrices,
  state: presentAccountState(state, { account }),
  equity: dollarsOrNull(equity),
  cash: dollarsOrNull(cash),
  availableCash: dollarsOrNull(freeCash),
  openOrders,
});

export const presentPortfolio = (
  { id, name, goalAmount, createdAt }: Portfolio,
  { equity, startEquity }: Holdings,
): PortfolioView => ({
  id,
  name,
  goalAmount: dollarsOf(goalAmount),
  startAmount: dollarsOrNull(startEquity),
  progressPct: percentOrNull(
    equity === undefined || startEquity === undefined
      ? undefined
      : progressOf(equity, startEquity, goalAmount),
  ),
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
  priceAt: timestampOrNull(position.pricedAt),
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
  priceAt: timestampOrNull(position.pricedAt),
  currentValue: dollarsOrNull(position.marketValue),
  costValue: dollarsOf(position.costBasis),
  dayChangePercent: orNull(position.dayPercent),
  dayGainLoss: dollarsOrNull(position.day?.gain),
  totalGainLoss: dollarsOrNull(position.unrealized),
  totalGainLossPercent: orNull(position.unrealizedPercent),
  isManaged: position.isManaged,
  updatedAt: timestampOf(position.updatedAt),
});

export const presentProtection = ({ holdings }: AccountProtection): ProtectionView => ({
  says: explainProtections(holdings),
  positions: holdings.map((holding) => ({
    ticker: holding.ticker,
    shares: holding.held,
    kind: holding.protection.kind,
    protectedShares:
      holding.protection.kind === "unknown"
        ? null
        : protectedShares(holding.held, holding.protection),
    says: explainProtection(holding),
  })),
});

export const presentSummary = (summary: PortfolioSummary): PortfolioSummaryView => {
  const { amount, percent, unknownBecause } = presentToday(summary.today);
  return {
    totalValue: dollarsOrNull(summary.value),
    positionCount: orNull(summary.count),
    totalGainLoss: dollarsOrNull(summary.unrealized),
    totalGainLossPercent: orNull(summary.unrealizedPercent),
    totalDayChange: amount,
    totalDayChangePercent: percent,
    unknownBecause,
    totalCostBasis: dollarsOrNull(summary.cost),
  };
};

export const presentDailyChange = ({
  sinceDayAgo,
  today,
  tradesToday,
}: DailyChange): DailyChangeView => {
  const { amount, percent, unknownBecause } = presentToday(today);
  return {
    dailyChange: amount,
    dailyChangePercent: percent,
    unknownBecause,
    todayTradesCount: tradesToday,
    change24h: dollarsOrNull(sinceDayAgo?.amount),
    change24hPercent: orNull(sinceDayAgo?.percent),
  };
};

const UNKNOWN_BECAUSE = {
  "not-seen": "The broker has not shown this account yet.",
  "no-baseline": "No equity was recorded at the previous close.",
  "no-price": "A holding has no price at the moment.",
} as const satisfies Record<Exclude<Today["kind"], "known">, string>;

/** Today's change as every view shows it. */
const presentToday = (today: Today) =>
  today.kind === "known"
    ? {
        amount: dollarsOf(today.amount),
        percent: orNull(today.percent),
        unknownBecause: null,
      }
    : { amount: null, percent: null, unknownBecause: UNKNOWN_BECAUSE[today.kind] };

export const presentEquityCurve = (points: readonly CurvePoint[]): EquityCurveView => ({
  points: points.map(({ at, equity, moved }) => ({
    at: timestampOf(at),
    equity: dollarsOf(equity),
    moved: dollarsOf(moved),
  })),
});
