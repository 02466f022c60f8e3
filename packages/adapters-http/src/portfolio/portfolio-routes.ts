import { selectedAccount } from "@sevenfold/application/trading/account/selected-account";
import { pricesOf } from "@sevenfold/application/trading/prices/venue-prices";
import { readAccountState } from "@sevenfold/application/views/account-state";
import { readDailyChange } from "@sevenfold/application/views/read-daily-change";
import { readEquityCurve } from "@sevenfold/application/views/read-equity-curve";
import { readHoldings } from "@sevenfold/application/views/read-holdings";
import { readPricedPositions } from "@sevenfold/application/views/read-priced-positions";
import { readProtection } from "@sevenfold/application/views/read-protection";
import { readForeign } from "@sevenfold/contract/foreign";
import * as contract from "@sevenfold/contract/portfolio";
import { ok, refused } from "@sevenfold/domain/result";

import type { HttpNeeds } from "../http-needs.ts";
import { type View, view } from "../route.ts";
import { presentForeign } from "./present-foreign.ts";
import {
  presentAccount,
  presentDailyChange,
  presentEquityCurve,
  presentPortfolio,
  presentPosition,
  presentPricedPosition,
  presentProtection,
  presentSummary,
} from "./present-portfolio.ts";

export const portfolioRoutes = (needs: HttpNeeds): readonly View[] => [
  view(contract.readAccount, async ({ user }) => {
    const holdings = await readHoldings(needs)(user.id);
    if (!holdings.ok) return holdings;
    const state = await readAccountState(needs)(holdings.value.account);
    return state
      ? ok(presentAccount(user, holdings.value, state, pricesOf(needs, holdings.value.account)))
      : refused({ kind: "account-not-found" });
  }),
  view(contract.readPortfolio, async ({ user }) => {
    const holdings = await readHoldings(needs)(user.id);
    if (!holdings.ok) return holdings;
    const portfolio = await needs.storage.read.portfolios.ofUser(user.id);
    return portfolio
      ? ok(presentPortfolio(portfolio, holdings.value))
      : refused({ kind: "account-not-found" });
  }),
  view(contract.listPositions, async ({ user }) => {
    const holdings = await readHoldings(needs)(user.id);
    return holdings.ok ? ok(holdings.value.positions.map(presentPosition)) : holdings;
  }),
  view(contract.listPricedPositions, async ({ user }) => {
    const priced = await readPricedPositions(needs)(user.id);
    return priced.ok ? ok(priced.value.positions.map(presentPricedPosition)) : priced;
  }),
  view(contract.readProtection, async ({ user }) => {
    const read = await readProtection(needs)(user.id);
    return read.ok ? ok(presentProtection(read.value)) : read;
  }),
  view(readForeign, async ({ user }) => {
    const selected = await selectedAccount(needs.storage.read, user.id);
    return selected.ok ? ok(presentForeign(selected.value.foreign)) : selected;
  }),
  view(contract.readPortfolioSummary, async ({ user }) => {
    const priced = await readPricedPositions(needs)(user.id);
    return priced.ok ? ok(presentSummary(priced.value.summary)) : priced;
  }),
  view(contract.readDailyChange, async ({ user }) => {
    const change = await readDailyChange(needs)(user.id);
    return change.ok ? ok(presentDailyChange(change.value)) : change;
  }),
  view(contract.readEquityCurve, async ({ user, input }) => {
    const points = await readEquityCurve(needs)(user.id, input.range);
    return points.ok ? ok(presentEquityCurve(points.value)) : points;
  }),
];
