import type { Account } from "../../ports/stores/account.ts";
import type { Lease } from "../../ports/stores/lease-store.ts";
import type { Storage, Tables, TransactOptions } from "../../ports/stores/storage.ts";
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
      const fence = fenceOf(tables, lease);
      if (options?.locksFirst) return besideFence(fence, () => work(asked(tables, lease, fence)));
      const account = await fence;
      return work(account ? withoutAskingAgain(tables, lease, account) : tables);
    }, options),
});

/** Of work whose first wait is for its account's locked row. */
export const LOCKS_FIRST: TransactOptions = { locksFirst: true };

type Fence = Promise<Account | undefined>;

async function fenceOf(
  tables: Tables,
  { accountId, epoch }: Pick<Lease, "accountId" | "epoch">,
): Fence {
  const [account, isHeld] = await lockedAndHeld(tables, { accountId, epoch });
  // A removed account has no lease either: the work finds it gone.
  if (account && !isHeld) throw new LeaseLost(`lease of ${accountId} lost`);
  return account;
}

/** Whatever the work came to: where the lease is lost that counts, and nothing of it is committed. */
async function besideFence<Value>(fence: Fence, work: () => Promise<Value>): Promise<Value> {
  const [fenced, done] = await Promise.allSettled([fence, work()]);
  if (fenced.status === "rejected") throw fenced.reason;
  if (done.status === "rejected") throw done.reason;
  return done.value;
}

/** The tables, whose first lock of the account's row is the fence's own. */
function asked(tables: Tables, { accountId }: Pick<Lease, "accountId">, fence: Fence): Tables {
  let unread: Fence | undefined = fence;
  const { accounts } = tables;
  return {
    ...tables,
    accounts: {
      ...accounts,
      lock(id) {
        const known = id === accountId ? unread : undefined;
        unread = undefined;
        return known ?? accounts.lock(id);
      },
    },
  };
}

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
