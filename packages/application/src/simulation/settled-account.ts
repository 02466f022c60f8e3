import type { Instant, Ticker } from "@sevenfold/domain/market";
import {
  type Bps,
  type Money,
  money,
  type Quantity,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import {
  RISK_DEFAULTS,
  type RiskLimits,
  STRATEGY_DEFAULTS,
  type Strategy,
} from "@sevenfold/domain/strategy";

import type { Account, Settings, Storage, User } from "../ports/storage.ts";
import type { AccountShape } from "./world.ts";

/** The id of the account, user or portfolio that comes so many after the first. */
export const idOf = (kind: "a" | "b" | "c", index: number): string =>
  `00000000-0000-4000-8000-0000000000${kind}${index + 1}`;

interface ToSettle {
  readonly accountId: string;
  readonly userId: string;
  /** From 1. */
  readonly number: number;
  readonly cash: Money;
  readonly shape: AccountShape;
}

/** Writes the rows of a connected account, and those of its user where they are not there yet. */
export async function settleAccount(
  storage: Storage,
  account: ToSettle,
  tickers: readonly Ticker[],
  at: Instant,
): Promise<void> {
  const { userId, shape } = account;
  await storage.transact(async (tables) => {
    const isFirst = (await tables.users.byId(userId)) === undefined;
    if (isFirst) {
      await tables.users.add(userOf(account, at));
      await tables.portfolios.add({
        id: idOf("c", shape.user),
        userId,
        name: "Default",
        goalAmount: money(700_000 * UNITS_PER_DOLLAR),
        createdAt: at,
      });
    }
    await tables.accounts.add(rowOf(account, at, isFirst));
    await tables.settings.add(settingsOf(account, at));
    if (isFirst) for (const ticker of tickers) await tables.watchlist.add(userId, ticker, at);
  });
}

const userOf = ({ userId, shape }: ToSettle, at: Instant): User => {
  const name = shape.user === 0 ? "trader" : `trader-${shape.user + 1}`;
  return {
    id: userId,
    username: name,
    email: `${name}@example.test`,
    passwordHash: "",
    isDemo: false,
    subscriptionStatus: "active",
    createdAt: at,
  };
};

const rowOf = (
  { accountId, cash, number, shape, userId }: ToSettle,
  at: Instant,
  isFirst: boolean,
): Account => ({
  id: accountId,
  userId,
  portfolioId: idOf("c", shape.user),
  provider: "alpaca",
  venue: "built-in",
  label: number === 1 ? "Primary Account" : `Account ${number}`,
  status: "active",
  isSelected: isFirst,
  createdAt: at,
  lastValidatedAt: at,
  cash,
  startEquity: cash,
  executionsReadTo: at,
});

const settingsOf = ({ accountId, shape }: ToSettle, at: Instant): Settings => ({
  accountId,
  strategy: { ...DEFAULT_STRATEGY, ...shape.strategy },
  limits: { ...DEFAULT_LIMITS, ...shape.limits },
  automationEnabled: shape.automationEnabled ?? true,
  version: 1,
  updatedAt: at,
});

const DEFAULT_STRATEGY: Strategy = {
  mode: STRATEGY_DEFAULTS.mode,
  buyDropBps: STRATEGY_DEFAULTS.buyDropBps as Bps,
  buyDropMaxBps: STRATEGY_DEFAULTS.buyDropMaxBps as Bps,
  sellRiseBps: STRATEGY_DEFAULTS.sellRiseBps as Bps,
  takeProfitBps: STRATEGY_DEFAULTS.takeProfitBps as Bps,
  stopLossBps: STRATEGY_DEFAULTS.stopLossBps as Bps,
  stopLossEnabled: false,
  sharesToBuy: STRATEGY_DEFAULTS.sharesToBuy as Quantity,
  sharesToSell: STRATEGY_DEFAULTS.sharesToSell as Quantity,
  maxPositionSize: STRATEGY_DEFAULTS.maxPositionSize as Quantity,
  minCashReserve: STRATEGY_DEFAULTS.minCashReserve as Money,
  patternConfirmation: "off",
};

const DEFAULT_LIMITS: RiskLimits = {
  ...RISK_DEFAULTS,
  maxPositionBps: RISK_DEFAULTS.maxPositionBps as Bps,
  dailyLossBps: RISK_DEFAULTS.dailyLossBps as Bps,
};
