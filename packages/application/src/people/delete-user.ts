import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { isOutOfReach } from "../brokers/remove-broker.ts";
import { holdRevocation } from "../brokers/revoke-access.ts";
import type { Account } from "../ports/stores/account.ts";
import type { AuditEntry } from "../ports/stores/audit-store.ts";
import type { Readers } from "../ports/stores/readers.ts";
import type { User } from "../ports/stores/user-store.ts";
import type { Ports } from "../ports.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import { type Confirmation, confirmPerson } from "./confirm-person.ts";
import { eraseUser } from "./erase-user.ts";
import { type NamedRefusal, namedUser } from "./named-user.ts";
import type { SignInNeeds } from "./sign-in-needs.ts";
import type { SignInRefusal } from "./sign-in-refusal.ts";

export type DeleteRefusal =
  | SignInRefusal
  | { readonly kind: "demo-account" }
  | { readonly kind: "open-orders"; readonly orders: readonly Order[] };

export type LeavingNeeds = Pick<
  Ports,
  "announcer" | "authorisations" | "clock" | "log" | "storage" | "vault"
> & {
  readonly brokers: Pick<Ports["brokers"], "release">;
  /** Ends what the user pays for; absent: nothing is sold. */
  readonly endBilling?: (user: User) => Promise<void>;
};

export type DeleteNeeds = SignInNeeds & LeavingNeeds;

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
    const refusal = await confirmPerson(needs)(user, how);
    if (refusal) return refused(refusal);
    return takeOut(needs, user.id, { by: user.id, line: { address: how.address } });
  };

/**
 * The same by the operator's hand, of the one user whose username or address it is: nobody is asked for
 * a password. Rejects as `endBilling` does, with everything as it was but automation.
 */
export const deleteNamedUser =
  (needs: LeavingNeeds) =>
  async (
    name: string,
  ): Promise<Result<User, NamedRefusal | Extract<DeleteRefusal, { kind: "open-orders" }>>> => {
    const named = await namedUser(needs, name);
    if (!named.ok) return named;
    const { id } = named.value;
    const gone = await takeOut(needs, id, { by: "operator", line: { text: "by the operator" } });
    if (gone.ok) return named;
    return refused(gone.refusal.kind === "open-orders" ? gone.refusal : { kind: "user-not-found" });
  };

interface WhoseWish {
  /** Who switches automation off, in the history of the settings. */
  readonly by: string;
  readonly line: Pick<AuditEntry, "address" | "text">;
}

async function takeOut(
  needs: LeavingNeeds,
  userId: string,
  { by, line }: WhoseWish,
): Promise<Result<void, DoorRefusal>> {
  const { brokers, storage } = needs;
  await stopAll(needs, await storage.read.accounts.ofUser(userId), by);
  const closed = await closeDoors(needs, userId);
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
  await eraseUser(needs, row.id, line);
  for (const { id } of accounts) brokers.release(id);
  await Promise.all(revocations.map((revoke) => revoke()));
  tellGone(needs, row.id, accounts);
  return ok(undefined);
}

type DoorRefusal = Extract<DeleteRefusal, { kind: "open-orders" | "sign-in-failed" }>;

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
  { clock, storage }: LeavingNeeds,
  userId: string,
): Promise<Result<Leaving, DoorRefusal>> =>
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
const openDoors = ({ storage }: LeavingNeeds, { accounts, user }: Leaving): Promise<void> =>
  storage.transact(async (tables) => {
    await tables.users.change(user.id, ({ expiresAt: _, ...row }) => row);
    for (const { id, status } of accounts) {
      if (!(await tables.accounts.lock(id))) continue;
      await tables.accounts.change(id, ({ removedAt: _, ...row }) => ({ ...row, status }));
    }
  });

function tellGone({ announcer }: LeavingNeeds, userId: string, accounts: readonly Account[]): void {
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

async function stopAll(
  { announcer, clock, storage }: LeavingNeeds,
  accounts: readonly Account[],
  by: string,
) {
  for (const { id, userId } of accounts) {
    await storage.transact(async (tables) => {
      if (await tables.accounts.lock(id)) await stopAutomation(tables, id, { by, at: clock.now() });
    });
    announcer.announce({ accountId: id, userId, topic: "settings" });
  }
}
