import type { Lease } from "../../ports/stores/lease-store.ts";
import type { Storage, Tables } from "../../ports/stores/storage.ts";
import { LeaseLost, lockedAndHeld } from "./write-as-worker.ts";

/**
 * The storage as the worker that follows an account has it: each transaction locks the account's row
 * and asks for the lease before it does anything else, and throws `LeaseLost` where another has taken
 * the account, with nothing written. So a worker that stood still, or was cut off, changes nothing any
 * more, whatever it was about to write.
 */
export const fencedStorage = (
  storage: Storage,
  lease: Pick<Lease, "accountId" | "epoch">,
): Storage => ({
  read: storage.read,
  transact: (work, options) =>
    storage.transact(async (tables) => {
      const { accountId } = lease;
      const [account, isHeld] = await lockedAndHeld(tables, lease);
      // A removed account has no lease either: the work finds it gone.
      if (account && !isHeld) throw new LeaseLost(`lease of ${accountId} lost`);
      return work(account ? withoutAskingAgain(tables, lease, account) : tables);
    }, options),
});

/** What the fence has just read is read a second time by no work that begins with it. */
export function withoutAskingAgain(
  tables: Tables,
  { accountId, epoch }: Pick<Lease, "accountId" | "epoch">,
  account: Awaited<ReturnType<Tables["accounts"]["lock"]>>,
): Tables {
  let unread = account;
  const { accounts, leases } = tables;
  return {
    ...tables,
    accounts: {
      ...accounts,
      lock(id) {
        const known = id === accountId ? unread : undefined;
        unread = undefined;
        return known ? Promise.resolve(known) : accounts.lock(id);
      },
      change(id, change) {
        unread = undefined;
        return accounts.change(id, change);
      },
    },
    leases: {
      ...leases,
      // The fence's own lock keeps it from changing hands until the transaction has ended.
      holds: async (id, asked) =>
        id === accountId && asked === epoch ? true : leases.holds(id, asked),
    },
  };
}
