import type { Tables, TransactOptions } from "../../ports/stores/storage.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** Another worker has taken the account: nothing this one remembers of it may be written any more. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * One transaction for what only the account's one worker writes: trails, the session, the journal,
 * equity. The account's row is locked first, then the lease is asked for; throws `LeaseLost` where
 * somebody else has it, and nothing was written.
 */
export const writeAsWorker = <Value>(
  { storage }: Pick<TradingNeeds, "storage">,
  { id, lease }: Pick<FollowedAccount, "id" | "lease">,
  work: (tables: Tables) => Promise<Value>,
  options: TransactOptions = {},
): Promise<Value> =>
  storage.transact(async (tables) => {
    await tables.accounts.lock(id);
    if (!(await tables.leases.holds(id, lease.epoch))) throw new LeaseLost(`lease of ${id} lost`);
    return work(tables);
  }, options);

/** Trails, journal and equity: after a crash they are made anew of bars, prices and fills. */
export const UPKEEP: TransactOptions = { isUpkeep: true };
