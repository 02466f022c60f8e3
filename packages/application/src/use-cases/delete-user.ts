import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account, User } from "../ports/storage.ts";
import type { Ports } from "../ports.ts";
import type { SignInRefusal } from "../sign-in-refusal.ts";
import { type Confirmation, confirmPerson } from "./confirm-person.ts";
import { isOutOfReach } from "./remove-broker.ts";
import { holdRevocation } from "./revoke-access.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import { stopAutomation } from "./stop-automation.ts";

export type DeleteRefusal =
  | SignInRefusal
  | { readonly kind: "demo-account" }
  | { readonly kind: "open-orders"; readonly orders: readonly Order[] };

type Needs = SignInNeeds & Pick<Ports, "authorisations" | "brokers">;

/**
 * Takes the user out of the product with everything that is theirs, keys first of all. Automation
 * goes off before anything is looked at, and stays off where open orders stand in the way.
 */
export const deleteUser =
  (needs: Needs) =>
  async (
    user: User,
    how: Confirmation & { readonly address: string },
  ): Promise<Result<void, DeleteRefusal>> => {
    const { announcer, brokers, storage } = needs;
    const refusal = await confirmPerson(needs)(user, how);
    if (refusal) return refused(refusal);

    const accounts = await storage.read.accounts.ofUser(user.id);
    await stopAll(needs, accounts);
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
  { clock, storage }: Needs,
  userId: string,
  address: string,
): Promise<readonly Order[]> =>
  storage.transact(async (tables) => {
    await tables.users.change(userId, (row) => row);
    const orders: Order[] = [];
    for (const { id } of await tables.accounts.ofUser(userId)) {
      const account = await tables.accounts.lock(id);
      if (account && !isOutOfReach(account)) orders.push(...(await tables.orders.open(id)));
    }
    if (0 < orders.length) return orders;
    await tables.audit.add({ at: clock.now(), userId, action: "user-deleted", address });
    await tables.users.remove(userId);
    return [];
  });

async function stopAll({ announcer, clock, storage }: Needs, accounts: readonly Account[]) {
  for (const { id, userId } of accounts) {
    await storage.transact(async (tables) => {
      if (await tables.accounts.lock(id))
        await stopAutomation(tables, id, { by: userId, at: clock.now() });
    });
    announcer.announce({ accountId: id, userId, topic: "settings" });
  }
}
