import type { Account, AccountStore, Credentials } from "@sevenfold/application/ports/storage";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { IsNull, LessThanOrEqual, Not } from "typeorm";
import {
  atomically,
  FOR_UPDATE,
  findRow,
  findRows,
  firstRows,
  insert,
  overwrite,
  put,
  remove,
  storedRow,
  update,
} from "../row.ts";
import { transactionOf } from "../transaction.ts";
import { isUuid } from "../uuid.ts";
import { accountSchema, credentialsSchema } from "./account-rows.ts";

export function typeormAccountStore(manager: EntityManager): AccountStore {
  return {
    add: (account, credentials) =>
      atomically(manager, async (inside) => {
        await unselectOthers(inside, account);
        await insert(inside, accountSchema, { ...account });
        if (credentials) await insert(inside, credentialsSchema, { ...credentials });
      }),

    async byId(id) {
      return isUuid(id) ? findRow<Account>(manager, accountSchema, { where: { id } }) : undefined;
    },

    ofUser: (userId) =>
      findRows<Account>(manager, accountSchema, {
        where: { userId, removedAt: IsNull() },
        order,
      }),

    atVenue: ({ provider, venue, accountNumber }) =>
      findRow<Account>(manager, accountSchema, {
        where: { provider, venue, venueAccountNumber: accountNumber, removedAt: IsNull() },
        order,
      }),

    selectedOf: (userId) =>
      findRow<Account>(manager, accountSchema, { where: { userId, isSelected: true } }),

    active: () => findRows<Account>(manager, accountSchema, { where: { status: "active" }, order }),

    dueForValidation: (at, limit) =>
      firstRows<Account>(
        manager,
        accountSchema,
        {
          where: { validateAt: LessThanOrEqual(at) },
          order: { validateAt: "ASC", id: "ASC" },
        },
        limit,
      ),

    credentialsOf: (accountId) =>
      findRow<Credentials>(manager, credentialsSchema, { where: { accountId } }),

    putCredentials: (credentials) =>
      put(manager, credentialsSchema, storedRow(credentialsSchema, credentials), ["accountId"]),

    async eraseCredentials(accountId) {
      await remove(manager, credentialsSchema, { accountId });
    },

    async lock(id) {
      invariant(transactionOf(manager) !== undefined, "an account is locked inside a transaction");
      return locked(manager, id);
    },

    change: (id, change) =>
      atomically(manager, async (inside) => {
        const account = await locked(inside, id);
        invariant(account !== undefined, `no account ${id} to change`);
        const changed = change(account);
        await unselectOthers(inside, changed);
        await overwrite(inside, accountSchema, { id }, changed);
        return changed;
      }),
  };
}

const order = { createdAt: "ASC", id: "ASC" } as const;

async function locked(manager: EntityManager, id: string): Promise<Account | undefined> {
  if (!isUuid(id)) return undefined;
  return findRow<Account>(manager, accountSchema, { where: { id }, ...FOR_UPDATE });
}

/** A user has one selected account: the index holds it, so the old one must step back first. */
async function unselectOthers(
  manager: EntityManager,
  { id, userId, isSelected }: Account,
): Promise<void> {
  if (isSelected)
    await update(
      manager,
      accountSchema,
      { userId, isSelected: true, id: Not(id) },
      { isSelected: false },
    );
}
