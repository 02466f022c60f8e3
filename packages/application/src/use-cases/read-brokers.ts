import type { Money } from "@sevenfold/domain/money";

import type { Account } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";
import { type LiveObstacle, type LivePolicy, liveObstacleOf } from "./live-trading.ts";

/** A broker account as its user sees it in the list. */
export interface ListedBroker {
  readonly account: Account;
  /** As recorded last; undefined before it was taken over. */
  readonly equity: Money | undefined;
  /** What keeps it from trading real money, where it would. */
  readonly obstacle: LiveObstacle | undefined;
}

export interface ReadBrokersNeeds extends Pick<Ports, "clock" | "storage"> {
  readonly live: LivePolicy;
}

/** The user's broker accounts, oldest first. */
export const readBrokers =
  ({ clock, live, storage }: ReadBrokersNeeds) =>
  async (userId: string): Promise<readonly ListedBroker[]> => {
    const { read } = storage;
    const at = clock.now();
    const totp = await read.totp.of(userId);
    const user = { hasTotp: totp?.confirmedAt !== undefined };
    const accounts = await read.accounts.ofUser(userId);
    return Promise.all(
      accounts.map(async (account) => ({
        account,
        equity:
          account.lastValidatedAt === undefined
            ? undefined
            : ((await read.equity.at(account.id, at))?.equity ?? account.startEquity),
        obstacle: liveObstacleOf(account, user, live),
      })),
    );
  };
