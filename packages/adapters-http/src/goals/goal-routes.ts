import { changeGoal } from "@sevenfold/application/trading/settings/change-settings";
import {
  type GoalPerformance,
  readGoalPerformance,
} from "@sevenfold/application/views/read-goal-performance";
import { readHoldings } from "@sevenfold/application/views/read-holdings";
import * as contract from "@sevenfold/contract/portfolio";
import { dollarsOf, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import { stockOf } from "@sevenfold/domain/stocks";

import { clashOf, conflictsOf } from "../conflicts.ts";
import type { HttpNeeds } from "../http-needs.ts";
import { presentPortfolio } from "../portfolio/present-portfolio.ts";
import { forUser, type Route, type View, view } from "../route.ts";
import { dollarsOrNull, orNull, percentOrNull } from "../wire.ts";

export const goalViews = (needs: HttpNeeds): readonly View[] => [
  view(contract.readGoalPerformance, async ({ user }) => {
    const performance = await readGoalPerformance(needs)(user.id);
    return performance.ok ? ok(presentGoal(performance.value)) : performance;
  }),
];

export const goalRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.changeGoal, async ({ user, input }) => {
    const { goalAmount, seen } = input;
    const changed = await changeGoal(needs)(
      user.id,
      moneyFrom(goalAmount),
      seen === undefined ? undefined : moneyFrom(seen),
    );
    if (!changed.ok)
      return clashOf(changed, (stored) =>
        conflictsOf({ goalAmount: dollarsOf(stored) }, { goalAmount }),
      );
    const holdings = await readHoldings(needs)(user.id);
    if (!holdings.ok) return holdings;
    const portfolio = await needs.storage.read.portfolios.ofUser(user.id);
    return portfolio
      ? ok(presentPortfolio(portfolio, holdings.value))
      : refused({ kind: "account-not-found" });
  }),
];

const moneyFrom = (dollars: number) => money(Math.round(dollars * UNITS_PER_DOLLAR));

const presentGoal = (performance: GoalPerformance): contract.GoalPerformanceView => ({
  goal: {
    start: dollarsOrNull(performance.start),
    current: dollarsOrNull(performance.current),
    target: dollarsOf(performance.target),
    progressPct: percentOrNull(performance.progress),
  },
  totals: {
    totalTradesYTD: performance.tradesThisYear,
    ytdReturnPct: orNull(performance.returnThisYearPercent),
    realizedPL: dollarsOrNull(performance.realizedThisYear),
    unrealizedPL: dollarsOrNull(performance.unrealized),
  },
  tickers: performance.symbols.map((symbol) => ({
    ticker: symbol.ticker,
    companyName: stockOf(symbol.ticker)?.name ?? symbol.ticker,
    tradesCount: symbol.tradesCount,
    shares: symbol.held,
    currentPrice: dollarsOrNull(symbol.price),
    avgCostBasis: dollarsOrNull(symbol.averageCost),
    realizedPL: dollarsOf(symbol.realized),
    unrealizedPL: dollarsOrNull(symbol.unrealized),
    totalPL: dollarsOrNull(symbol.total),
    totalPLPercent: orNull(symbol.totalPercent),
  })),
});
