import type { Money } from "@sevenfold/domain/money";

import type { Account } from "../ports/storage.ts";
import { type AccountState, readAccountState } from "./account-state.ts";
import { type LiveObstacle, type LivePolicy, liveObstacleOf } from "./live-trading.ts";
import { type HoldingsNeeds, holdingsOf } from "./read-holdings.ts";
import { type StandingReduction, standingReductions } from "./reduction.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A broker account as its user sees it in the list. */
export interface ListedBroker {
  readonly account: Account;
  /** At the latest prices; undefined before it was taken over, and while a holding has no price. */
  readonly equity: Money | undefined;
  /** What keeps it from trading real money, where it would. */
  readonly obstacle: LiveObstacle | undefined;
  /** Why it may only get smaller now, the oldest reason first. */
  readonly reductions: readonly StandingReduction[];
  readonly state: AccountState;
}

export interface ReadBrokersNeeds
  extends HoldingsNeeds,
    Pick<TradingNeeds, "calendarOf" | "submission"> {
  readonly live: LivePolicy;
}

/** The user's broker accounts, oldest first. */
export const readBrokers =
  (needs: ReadBrokersNeeds) =>
  async (userId: string): Promise<readonly ListedBroker[]> => {
    const { clock, live, prices, storage } = needs;
    const { read } = storage;
    const totp = await read.totp.of(userId);
    const user = { hasTotp: totp?.confirmedAt !== undefined };
    const accounts = await read.accounts.ofUser(userId);
    const states = await Promise.all(accounts.map(readAccountState(needs)));
    const stored = await Promise.all(accounts.map(({ id }) => read.holdings.ofAccount(id)));
    return accounts.map((account, index) => {
      const holdings = stored[index];
      return {
        account,
        equity: holdings && holdingsOf(prices, holdings).equity,
        obstacle: liveObstacleOf(account, user, live),
        reductions: standingReductions(account, clock.now()),
        state: states[index]!,
      };
    });
  };
