import type { Money } from "@sevenfold/domain/money";

import type { Account } from "../ports/storage.ts";
import { type LiveObstacle, type LivePolicy, liveObstacleOf } from "./live-trading.ts";
import { type HoldingsNeeds, holdingsOf } from "./read-holdings.ts";
import { type StandingReduction, standingReductions } from "./reduction.ts";

/** A broker account as its user sees it in the list. */
export interface ListedBroker {
  readonly account: Account;
  /** At the latest prices, as everywhere else; undefined before it was taken over. */
  readonly equity: Money | undefined;
  /** What keeps it from trading real money, where it would. */
  readonly obstacle: LiveObstacle | undefined;
  /** Why it may only get smaller now, the oldest reason first. */
  readonly reductions: readonly StandingReduction[];
}

export interface ReadBrokersNeeds extends HoldingsNeeds {
  readonly live: LivePolicy;
}

/** The user's broker accounts, oldest first. */
export const readBrokers =
  (needs: ReadBrokersNeeds) =>
  async (userId: string): Promise<readonly ListedBroker[]> => {
    const { live, storage } = needs;
    const { read } = storage;
    const totp = await read.totp.of(userId);
    const user = { hasTotp: totp?.confirmedAt !== undefined };
    const accounts = await read.accounts.ofUser(userId);
    return Promise.all(
      accounts.map(async (account) => ({
        account,
        equity:
          account.lastValidatedAt === undefined
            ? undefined
            : (await holdingsOf(needs, account)).equity,
        obstacle: liveObstacleOf(account, user, live),
        reductions: standingReductions(account, needs.clock.now()),
      })),
    );
  };
