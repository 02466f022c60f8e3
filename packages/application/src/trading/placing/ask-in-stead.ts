import { openNotFoundWatch } from "../account/not-found-watch.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { reconcileAccount } from "../reconciliation/reconcile-account.ts";

type Needs = Pick<
  TradingNeeds,
  "announcer" | "brokers" | "clock" | "identifiers" | "log" | "storage"
>;

/**
 * Asks the broker how an account stands, in place of a worker that does not: where one has its lease,
 * nobody is asked. What it learns is booked as a worker books it, each execution once whoever does;
 * what only a worker writes (trails in motion, the day's halt, the journal) stays as it is.
 */
export function askInStead(needs: Needs): (accountId: string) => Promise<"asked" | "worker's"> {
  const reconcile = reconcileAccount(needs, openNotFoundWatch());
  return async (accountId) => {
    if (await needs.storage.read.leases.isHeld(accountId)) return "worker's";
    await reconcile(accountId);
    return "asked";
  };
}
