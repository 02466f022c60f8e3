import { instant, type Ticker, type TradingDay } from "@sevenfold/domain/market";
import { bps, type Money, money, NO_MONEY, price, shares } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { AUTOMATION_DEFAULTS, RISK_DEFAULTS, STRATEGY_DEFAULTS } from "@sevenfold/domain/strategy";
import type { Account } from "../ports/stores/account.ts";
import type { BookedActivity } from "../ports/stores/activity-store.ts";
import type { BookedFill } from "../ports/stores/fill-store.ts";
import type { Portfolio } from "../ports/stores/portfolio-store.ts";
import type { StoredPosition } from "../ports/stores/position-store.ts";
import type { Settings } from "../ports/stores/settings-store.ts";
import type { Storage } from "../ports/stores/storage.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { ToldHours } from "../ports/stores/venue-hours-store.ts";

/** Noon of a trading day, where nothing special happens. */
export const NOON = instant(Date.UTC(2026, 10, 20, 17));
/** A market that is closed on these two days. */
export const HOURS: ToldHours = {
  from: "2026-11-20" as TradingDay,
  to: "2026-11-21" as TradingDay,
  days: [],
};
export const AAPL = "AAPL" as Ticker;
export const NVDA = "NVDA" as Ticker;
export const after = (ms: number) => instant(NOON + ms);
export const dollars = (count: number): Money => money(count * 10_000);

let named = 0;

/** A UUID no other row of this run has, nor one of a seeded world. */
export function nextUuid(): string {
  named += 1;
  return `00000000-0000-4000-9000-${named.toString(16).padStart(12, "0")}`;
}

export const nextKey = (): string => `K${nextUuid().slice(-12).toUpperCase()}`;

export function someUser(changes: Partial<User> = {}): User {
  const id = changes.id ?? nextUuid();
  return {
    id,
    username: `user-${id}`,
    email: `${id}@example.com`,
    passwordHash: "hash",
    isDemo: false,
    subscriptionStatus: "trial",
    createdAt: NOON,
    ...changes,
  };
}

export const somePortfolio = (userId: string, changes: Partial<Portfolio> = {}): Portfolio => ({
  id: nextUuid(),
  userId,
  name: "Default",
  goalAmount: dollars(700_000),
  createdAt: NOON,
  ...changes,
});

export function someAccount(
  { userId, portfolioId }: Pick<Account, "userId" | "portfolioId">,
  changes: Partial<Account> = {},
): Account {
  return {
    id: nextUuid(),
    userId,
    portfolioId,
    provider: "alpaca",
    venue: "built-in",
    label: "Primary Account",
    status: "active",
    isSelected: true,
    createdAt: NOON,
    cash: dollars(100_000),
    startEquity: dollars(100_000),
    executionsReadTo: NOON,
    ...changes,
  };
}

export const someSettings = (accountId: string): Settings => ({
  accountId,
  strategy: {
    ...STRATEGY_DEFAULTS,
    buyDropBps: bps(400),
    buyDropMaxBps: bps(500),
    sellRiseBps: bps(400),
    takeProfitBps: bps(400),
  },
  limits: RISK_DEFAULTS,
  ...AUTOMATION_DEFAULTS,
  version: 1,
  updatedAt: NOON,
});

export const someOrder = (accountId: string, changes: Partial<Order> = {}): Order => ({
  clientKey: nextKey(),
  accountId,
  ticker: AAPL,
  side: "buy",
  origin: "manual",
  quantity: shares(10),
  extendedHours: false,
  status: "intent",
  filled: shares(0),
  filledNotional: NO_MONEY,
  reservedCash: dollars(1_000),
  attempts: 0,
  createdAt: NOON,
  updatedAt: NOON,
  ...changes,
});

export const someFill = (accountId: string, changes: Partial<BookedFill> = {}): BookedFill => ({
  accountId,
  executionId: nextKey(),
  clientKey: "AAAAAAAAAAAAAAAAAAAA",
  ticker: AAPL,
  side: "buy",
  quantity: shares(10),
  price: price(1_897_000),
  fee: NO_MONEY,
  at: NOON,
  realized: NO_MONEY,
  ...changes,
});

/** A dividend of $12.34. */
export const someActivity = (
  accountId: string,
  changes: Partial<BookedActivity> = {},
): BookedActivity => ({
  accountId,
  activityId: nextKey(),
  kind: "dividend",
  ticker: AAPL,
  at: NOON,
  shares: 0,
  amount: money(123_400),
  isTakenOver: false,
  ...changes,
});

/** Shares that cost $100 each. */
export const somePosition = (accountId: string, count: number): StoredPosition => ({
  accountId,
  ticker: AAPL,
  quantity: shares(count),
  costBasis: dollars(100 * count),
  isManaged: true,
  updatedAt: NOON,
});

/** A user with a portfolio, a selected account and settings, as stored. */
export async function seed(
  storage: Storage,
  changes: {
    readonly user?: Partial<User>;
    readonly portfolio?: Partial<Portfolio>;
    readonly account?: Partial<Account>;
  } = {},
): Promise<{ readonly user: User; readonly portfolio: Portfolio; readonly account: Account }> {
  const user = someUser(changes.user);
  const portfolio = somePortfolio(user.id, changes.portfolio);
  const owner = { userId: user.id, portfolioId: portfolio.id };
  const account = someAccount(owner, changes.account);
  await storage.transact(async (tables) => {
    await tables.users.add(user);
    await tables.portfolios.add(portfolio);
    await tables.accounts.add(account);
    await tables.settings.add(someSettings(account.id));
  });
  return { user, portfolio, account };
}
