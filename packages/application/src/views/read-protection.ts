import {
  type ProtectedHolding,
  type ProtectionDoubt,
  protectionOf,
} from "@sevenfold/domain/protection";
import { ok, type Result } from "@sevenfold/domain/result";

import type { Account } from "../ports/stores/account.ts";
import type { AccountNotFound } from "../trading/account/selected-account.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { type WorkerHealth, wasSeen, workerHealthOf } from "./account-state.ts";
import { storedHoldings } from "./read-holdings.ts";

/** What protects each holding, by what is on record and whether the broker still confirms it. */
export interface AccountProtection {
  /** By ticker, A to Z. */
  readonly holdings: readonly ProtectedHolding[];
}

/** What of the user's selected account would still be sold if every process of ours died now. */
export const readProtection =
  ({ clock, storage }: Pick<TradingNeeds, "clock" | "storage">) =>
  async (userId: string): Promise<Result<AccountProtection, AccountNotFound>> => {
    const stored = await storedHoldings(storage.read, userId);
    if (!stored.ok) return stored;
    const { account, openOrders, positions } = stored.value;
    const pings = await storage.read.workers.about(account.id);
    const doubt = doubtAbout(account, workerHealthOf(pings, account.id, clock.now()));
    return ok({
      holdings: positions.map(({ quantity: held, ticker }) => ({
        ticker,
        held,
        protection: protectionOf(
          held,
          openOrders.filter((order) => order.ticker === ticker),
          doubt,
        ),
      })),
    });
  };

/** Why our rows may not tell what rests at the broker. */
export function doubtAbout(account: Account, worker: WorkerHealth): ProtectionDoubt | undefined {
  if (!wasSeen(account)) return { because: "not-seen" };
  if (account.status !== "active") return { because: "broker-away" };
  const { hasBroker, isOnline, ping } = worker;
  if (!isOnline) return { because: "worker-away", ...(ping && { since: ping.at }) };
  if (!hasBroker) return { because: "broker-away" };
  const untold = account.reductions?.find(({ because }) => because === "broker-unread");
  if (untold) return { because: "broker-away", since: untold.at };
  const drift = account.reductions?.find(({ because }) => because === "holdings-differ");
  return drift && { because: "holdings-differ", since: drift.at };
}
