import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import type { Account } from "../../ports/stores/account.ts";
import type { Settings } from "../../ports/stores/settings-store.ts";
import type { Storage } from "../../ports/stores/storage.ts";
import type { User } from "../../ports/stores/user-store.ts";
import { firstSettings } from "../../trading/account/first-settings.ts";
import type { AccountShape } from "./account-shape.ts";

/** The id of the account, user or portfolio that comes so many after the first. */
export const idOf = (kind: "a" | "b" | "c", index: number): string =>
  `00000000-0000-4000-8000-0000000000${kind}${index + 1}`;

interface SeededAccount {
  readonly accountId: string;
  readonly userId: string;
  /** From 1. */
  readonly number: number;
  readonly cash: Money;
  readonly shape: AccountShape;
}

/** Writes the rows of a connected account, and those of its user where they are not there yet. */
export async function seedAccount(
  storage: Storage,
  account: SeededAccount,
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

const userOf = ({ userId, shape }: SeededAccount, at: Instant): User => {
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
  { accountId, cash, number, shape, userId }: SeededAccount,
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

function settingsOf({ accountId, shape }: SeededAccount, at: Instant): Settings {
  const first = firstSettings(accountId, at);
  return {
    ...first,
    strategy: { ...first.strategy, patternConfirmation: "off", ...shape.strategy },
    limits: { ...first.limits, ...shape.limits },
    automationEnabled: shape.automationEnabled ?? true,
    stopAtBroker: shape.stopAtBroker ?? false,
  };
}
