import type { Order } from "@sevenfold/domain/order";
import { ok, type Result, refused } from "@sevenfold/domain/result";

import type { Account } from "../ports/stores/account.ts";
import type { Tables } from "../ports/stores/storage.ts";
import type { Ports } from "../ports.ts";
import { auditText } from "../trading/account/audit-text.ts";
import { openNotFoundWatch } from "../trading/account/not-found-watch.ts";
import {
  type BrokerNotFound,
  type BrokerOfUser,
  fromAddress,
  lockOwned,
  ownedAccount,
} from "../trading/account/owned-account.ts";
import { reconcileAccount } from "../trading/reconciliation/reconcile-account.ts";
import { stopAutomation } from "../trading/safeguards/stop-automation.ts";
import { holdRevocation } from "./revoke-access.ts";

type Needs = Pick<
  Ports,
  "announcer" | "authorisations" | "brokers" | "clock" | "identifiers" | "log" | "storage" | "vault"
>;

export type RemoveRefusal =
  | BrokerNotFound
  | { readonly kind: "demo-account" }
  | { readonly kind: "open-orders"; readonly orders: readonly Order[] };

/**
 * Takes an account away from its user: its keys are erased, its history stays. Refused while orders
 * are open there, unless our keys reach it no more.
 */
export const removeBroker =
  (needs: Needs) =>
  async (wanted: BrokerOfUser): Promise<Result<Account, RemoveRefusal>> => {
    const { announcer, brokers, storage } = needs;
    const { accountId, userId } = wanted;
    const account = await ownedAccount(storage.read, wanted);
    if (!account) return refused({ kind: "broker-not-found" });
    const user = await storage.read.users.byId(userId);
    if (user?.isDemo) return refused({ kind: "demo-account" });
    // Nobody follows a paused account: what has become of its orders is asked now.
    if (account.status === "disabled" && 0 < (await storage.read.orders.open(accountId)).length)
      await reconcileAccount(needs, openNotFoundWatch())(accountId);
    const revoke = await holdRevocation(needs, account);
    const removed = await storage.transact(
      async (tables): Promise<Result<Account, RemoveRefusal>> => {
        await tables.users.change(userId, (row) => row);
        const current = await lockOwned(tables, wanted);
        if (!current) return refused({ kind: "broker-not-found" });
        const orders = await tables.orders.open(accountId);
        if (0 < orders.length && !isOutOfReach(current))
          return refused({ kind: "open-orders", orders });
        return ok(await remove(needs, tables, current, wanted));
      },
    );
    if (!removed.ok) return removed;
    brokers.release(accountId);
    await revoke();
    announcer.announce({ accountId, userId, topic: "settings" });
    announcer.announce({ accountId, userId, topic: "accounts-changed" });
    return removed;
  };

/** Its orders cannot be canceled from here: keeping the dead keys would help nobody. */
export const isOutOfReach = ({ statusReason }: Account): boolean =>
  statusReason === "keys-refused" ||
  statusReason === "keys-unreadable" ||
  statusReason === "needs-authorisation" ||
  statusReason === "venue-reset";

async function remove(
  { clock }: Needs,
  tables: Tables,
  account: Account,
  wanted: BrokerOfUser,
): Promise<Account> {
  const { id, userId } = account;
  const at = clock.now();
  await stopAutomation(tables, id, { by: userId, at });
  await tables.accounts.eraseCredentials(id);
  const removed = await tables.accounts.change(id, (row) => asRemoved(row, at));
  if (account.isSelected) await selectAnother(tables, userId, at);
  await tables.audit.add({
    at,
    userId,
    action: "broker-removed",
    ...fromAddress(wanted),
    text: auditText(account),
  });
  return removed;
}

function asRemoved(account: Account, at: Account["createdAt"]): Account {
  const { statusReason: _, validateAt: __, failedValidations: ___, ...kept } = account;
  return { ...kept, status: "disabled", isSelected: false, removedAt: at };
}

/** The latest account that trades takes the place of the one that is gone, with automation off. */
async function selectAnother(tables: Tables, userId: string, at: Account["createdAt"]) {
  const others = await tables.accounts.ofUser(userId);
  const next = others.findLast(({ status }) => status === "active") ?? others.at(-1);
  if (!next) return;
  await stopAutomation(tables, next.id, { by: userId, at });
  await tables.accounts.change(next.id, (row) => ({ ...row, isSelected: true }));
}
