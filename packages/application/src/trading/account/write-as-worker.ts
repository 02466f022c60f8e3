import type { Account } from "../../ports/stores/account.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
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
    const [, isHeld] = await lockedAndHeld(tables, { accountId: id, epoch: lease.epoch });
    if (!isHeld) throw new LeaseLost(`lease of ${id} lost`);
    return work(tables);
  }, options);

/**
 * The account's row, locked, and whether its lease is held: asked for in one journey, in this order, so
 * that the lease is looked at once the row is ours.
 */
export const lockedAndHeld = (
  { accounts, leases }: Pick<Tables, "accounts" | "leases">,
  { accountId, epoch }: Pick<Lease, "accountId" | "epoch">,
): Promise<[Account | undefined, boolean]> =>
  Promise.all([accounts.lock(accountId), leases.holds(accountId, epoch)]);

/**
 * Trails, journal and equity, and how far a broker was read: after a crash they are made anew of bars,
 * prices and fills, and it is read from where it was read to before.
 */
export const UPKEEP: TransactOptions = { isUpkeep: true };
