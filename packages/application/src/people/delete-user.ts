import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { isOutOfReach } from "../brokers/remove-broker.ts";
import { holdRevocation } from "../brokers/revoke-access.ts";
import type { Account } from "../ports/stores/account.ts";
import type { Readers } from "../ports/stores/readers.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import { type Confirmation, confirmPerson } from "./confirm-person.ts";
import { eraseUser } from "./erase-user.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

export type DeleteRefusal =
  | SignInRefusal
  | { readonly kind: "demo-account" }
  | { readonly kind: "open-orders"; readonly orders: readonly Order[] };

export type DeleteNeeds = SignInNeeds &
  Pick<Ports, "authorisations" | "brokers"> & {
    /** Ends what the user pays for; absent: nothing is sold. */
    readonly endBilling?: (user: User) => Promise<void>;
  };

/**
 * Takes the user out of the product with everything that is theirs, keys first of all. Automation
 * goes off before anything is looked at, and stays off where open orders stand in the way.
 */
export const deleteUser =
  (needs: DeleteNeeds) =>
  async (
    user: User,
    how: Confirmation & { readonly address: string },
  ): Promise<Result<void, DeleteRefusal>> => {
    const { brokers, storage } = needs;
    const refusal = await confirmPerson(needs)(user, how);
    if (refusal) return refused(refusal);

    await stopAll(needs, await storage.read.accounts.ofUser(user.id));
    const closed = await closeDoors(needs, user.id);
    if (!closed.ok) return closed;
    const { accounts, user: row } = closed.value;
    tellGone(needs, row.id, accounts);
    try {
      // Nobody would know afterwards who is still being charged.
      await needs.endBilling?.(row);
      // A page to pay at, asked for just before, may have made a customer meanwhile.
      const now = await storage.read.users.byId(row.id);
      if (now && now.customerId !== row.customerId) await needs.endBilling?.(now);
    } catch (error) {
      await openDoors(needs, closed.value);
      tellGone(needs, row.id, accounts);
      throw error;
    }
    const revocations = await Promise.all(accounts.map((each) => holdRevocation(needs, each)));
    await eraseUser(needs, row.id, how.address);
    for (const { id } of accounts) brokers.release(id);
    await Promise.all(revocations.map((revoke) => revoke()));
    tellGone(needs, row.id, accounts);
    return ok(undefined);
  };

/** Who leaves, and their accounts, as they were before. */
interface Leaving {
  readonly user: User;
  readonly accounts: readonly Account[];
}

/**
 * From here on nobody is let in as the user and nothing is ordered for them, whatever becomes of the rest;
 * or the orders that are in the way, and all is as it was.
 */
const closeDoors = (
  { clock, storage }: DeleteNeeds,
  userId: string,
): Promise<Result<Leaving, DeleteRefusal>> =>
  storage.transact(async (tables) => {
    const user = await tables.users.change(userId, (row) => row);
    // Deleted from another window.
    if (user === undefined) return refused({ kind: "sign-in-failed" });
    const accounts: Account[] = [];
    for (const { id } of await tables.accounts.ofUser(userId)) {
      const account = await tables.accounts.lock(id);
      if (account) accounts.push(account);
    }
    const orders = await openOrdersOf(tables, accounts);
    if (0 < orders.length) return refused({ kind: "open-orders", orders });
    const at = clock.now();
    for (const { id } of accounts)
      await tables.accounts.change(id, (row) => ({ ...row, status: "disabled", removedAt: at }));
    await tables.users.change(userId, (row) => ({ ...row, expiresAt: at }));
    return ok({ user, accounts });
  });

/** What is paid for could not be ended: the user is let in again, and may ask once more. */
const openDoors = ({ storage }: DeleteNeeds, { accounts, user }: Leaving): Promise<void> =>
  storage.transact(async (tables) => {
    await tables.users.change(user.id, ({ expiresAt: _, ...row }) => row);
    for (const { id, status } of accounts) {
      if (!(await tables.accounts.lock(id))) continue;
      await tables.accounts.change(id, ({ removedAt: _, ...row }) => ({ ...row, status }));
    }
  });

function tellGone({ announcer }: DeleteNeeds, userId: string, accounts: readonly Account[]): void {
  for (const { id: accountId } of accounts)
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
  announcer.announce({ accountId: "", userId, topic: "sign-ins" });
}

async function openOrdersOf(
  { orders }: Pick<Readers, "orders">,
  accounts: readonly Account[],
): Promise<readonly Order[]> {
  const open: Order[] = [];
  for (const account of accounts)
    if (!isOutOfReach(account)) open.push(...(await orders.open(account.id)));
  return open;
}

async function stopAll({ announcer, clock, storage }: DeleteNeeds, accounts: readonly Account[]) {
  for (const { id, userId } of accounts) {
    await storage.transact(async (tables) => {
      if (await tables.accounts.lock(id))
        await stopAutomation(tables, id, { by: userId, at: clock.now() });
    });
    announcer.announce({ accountId: id, userId, topic: "settings" });
  }
}
