import type { Money } from "@sevenfold/domain/money";

import type { Account } from "../ports/stores/account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import {
  type LiveObstacle,
  type LivePolicy,
  liveObstacleOf,
} from "../trading/safeguards/live-trading.ts";
import { type Priceless, pricelessOf } from "../trading/safeguards/priceless.ts";
import { type StandingReduction, standingReductions } from "../trading/safeguards/reduction.ts";
import { type AccountState, type NamingNeeds, readAccountState } from "./account-state.ts";
import { type HoldingsNeeds, holdingsOf } from "./read-holdings.ts";

/** A broker account as its user sees it in the list. */
export interface ListedBroker {
  readonly account: Account;
  /** At the latest prices; undefined before it was taken over, and while a holding has no price. */
  readonly equity: Money | undefined;
  /** Why nothing may be decided on the prices of its venue, if so. */
  readonly priceless: Priceless | undefined;
  /** What keeps it from trading real money, where it would. */
  readonly obstacle: LiveObstacle | undefined;
  /** Why it may only get smaller now, the oldest reason first. */
  readonly reductions: readonly StandingReduction[];
  readonly state: AccountState;
  /** As the broker is called, wherever the keys lead. */
  readonly providerName: string;
  /** Its user may have to let us in at the broker's own site. */
  readonly letsInByUser: boolean;
}

export interface ReadBrokersNeeds
  extends HoldingsNeeds,
    NamingNeeds,
    Pick<TradingNeeds, "calendarOf" | "submission"> {
  readonly live: LivePolicy;
}

/** The user's broker accounts, oldest first. */
export const readBrokers =
  (needs: ReadBrokersNeeds) =>
  async (userId: string): Promise<readonly ListedBroker[]> => {
    const { clock, live, storage } = needs;
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
        equity: holdings && holdingsOf(needs, holdings).equity,
        priceless: pricelessOf(needs, account),
        obstacle: liveObstacleOf(account, user, live),
        reductions: standingReductions(account, clock.now()),
        state: states[index]!,
        providerName: needs.brokers.venues.of(account.provider)?.name ?? account.provider,
        letsInByUser: needs.brokers.venues.of(account.provider)?.letsIn === "by-user",
      };
    });
  };
