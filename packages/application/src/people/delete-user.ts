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
    const { announcer, brokers, storage } = needs;
    const refusal = await confirmPerson(needs)(user, how);
    if (refusal) return refused(refusal);

    const accounts = await storage.read.accounts.ofUser(user.id);
    await stopAll(needs, accounts);
    const before = await openOrdersOf(storage.read, accounts);
    if (0 < before.length) return refused({ kind: "open-orders", orders: before });
    // Nobody would know afterwards who is still being charged.
    await needs.endBilling?.(user);
    const revocations = await Promise.all(accounts.map((each) => holdRevocation(needs, each)));
    const open = await removeRows(needs, user.id, how.address);
    if (0 < open.length) return refused({ kind: "open-orders", orders: open });
    for (const { id } of accounts) brokers.release(id);
    await Promise.all(revocations.map((revoke) => revoke()));
    for (const { id } of accounts)
      announcer.announce({ accountId: id, userId: user.id, topic: "accounts-changed" });
    announcer.announce({ accountId: "", userId: user.id, topic: "sign-ins" });
    return ok(undefined);
  };

/** Everything at once, or nothing and the orders that are in the way. */
const removeRows = (
  { clock, storage }: DeleteNeeds,
  userId: string,
  address: string,
): Promise<readonly Order[]> =>
  storage.transact(async (tables) => {
    await tables.users.change(userId, (row) => row);
    const accounts: Account[] = [];
    for (const { id } of await tables.accounts.ofUser(userId)) {
      const account = await tables.accounts.lock(id);
      if (account) accounts.push(account);
    }
    const orders = await openOrdersOf(tables, accounts);
    if (0 < orders.length) return orders;
    await tables.audit.add({ at: clock.now(), userId, action: "user-deleted", address });
    await tables.users.remove(userId);
    return [];
  });

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
