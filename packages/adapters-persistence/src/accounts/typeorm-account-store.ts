import type { Account, Credentials } from "@sevenfold/application/ports/stores/account";
import type { AccountStore } from "@sevenfold/application/ports/stores/account-store";
import { invariant } from "@sevenfold/domain/invariant";
import type { EntityManager } from "typeorm";
import { IsNull, LessThanOrEqual, Not } from "typeorm";
import { IS_OPEN } from "../orders/typeorm-order-store.ts";
import {
  atomically,
  findRow,
  findRows,
  firstRows,
  insert,
  put,
  remove,
  storedRow,
  update,
} from "../row.ts";
import { ask, namesOf, recordsOf, rowsOf, selectionOf, tell } from "../statement.ts";
import { isInTransaction } from "../transaction.ts";
import { isUuid } from "../uuid.ts";
import { accountSchema, credentialsSchema } from "./account-rows.ts";

const ACCOUNT = selectionOf<Account>(accountSchema);
const TO_FOLLOW = selectionOf(accountSchema, ["authorisedUntil", "id", "venue"]);

export function typeormAccountStore(manager: EntityManager): AccountStore {
  /** Rows this transaction has locked, as they are now: nobody else changes them before it ends. */
  const locked = new Map<string, Account>();
  const account = async (name: string, text: string, id: string) =>
    (await rowsOf(manager, ACCOUNT, { name: `accounts-${name}`, text, values: [id] }))[0];

  return {
    add: (added, credentials) =>
      atomically(manager, async (inside) => {
        await unselectOthers(inside, added);
        await insert(inside, accountSchema, { ...added });
        if (credentials) await insert(inside, credentialsSchema, { ...credentials });
      }),

    async byId(id) {
      return isUuid(id) ? account("by-id", BY_ID, id) : undefined;
    },

    ofUser: (userId) =>
      findRows<Account>(manager, accountSchema, {
        where: { userId, removedAt: IsNull() },
        order,
      }),

    selectedOf: (userId) => account("selected", SELECTED, userId),

    active: () =>
      rowsOf(manager, ACCOUNT, { name: "accounts-active", text: ACTIVE, values: ["active"] }),

    toFollow: () =>
      rowsOf(manager, TO_FOLLOW, {
        name: "accounts-to-follow",
        text: `SELECT ${TO_FOLLOW.text} FROM ${THE_ACTIVE}`,
        values: ["active"],
      }),

    all: () => findRows<Account>(manager, accountSchema, { where: { removedAt: IsNull() }, order }),

    atBrokers: (limit) =>
      firstRows<Account>(
        manager,
        accountSchema,
        { where: { removedAt: IsNull(), venue: Not("built-in") }, order },
        limit,
      ),

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

    async versionsOf(ids) {
      const values = [ids.filter(isUuid)];
      const { rows } = await ask(manager, { name: "accounts-versions", text: VERSIONS, values });
      return new Map(rows.map(({ id, ...version }) => [id, version]));
    },

    credentialsOf: (accountId) =>
      findRow<Credentials>(manager, credentialsSchema, { where: { accountId } }),

    putCredentials: (credentials) =>
      put(manager, credentialsSchema, storedRow(credentialsSchema, credentials), ["accountId"]),

    async eraseCredentials(accountId) {
      await remove(manager, credentialsSchema, { accountId });
    },

    async lock(id) {
      invariant(isInTransaction(manager), "an account is locked inside a transaction");
      const found = isUuid(id) ? await account("lock", LOCK, id) : undefined;
      if (found) locked.set(id, found);
      return found;
    },

    async lockFree(ids) {
      invariant(isInTransaction(manager), "an account is locked inside a transaction");
      const values = [ids.filter(isUuid)];
      return rowsOf(manager, ACCOUNT, { name: "accounts-lock-free", text: LOCK_FREE, values });
    },

    async lockAtVenue({ provider, venue, accountNumber }) {
      invariant(isInTransaction(manager), "a number at a venue is locked inside a transaction");
      const named = JSON.stringify([provider, venue, accountNumber]);
      // Asked for first: what is read after it was written by whoever had it before.
      await ask(manager, { name: "accounts-lock-number", text: LOCK_NUMBER, values: [named] });
      return findRows<Account>(manager, accountSchema, {
        where: { provider, venue, venueAccountNumber: accountNumber, removedAt: IsNull() },
        order,
      });
    },

    change: (id, change) =>
      atomically(manager, async (inside) => {
        const known = locked.get(id) ?? (await typeormAccountStore(inside).lock(id));
        invariant(known !== undefined, `no account ${id} to change`);
        const changed = change(known);
        if (!known.isSelected && changed.isSelected) {
          locked.clear();
          await unselectOthers(inside, changed);
        }
        const values = [id, recordsOf(accountSchema, [changed])];
        await tell(inside, { name: "accounts-change", text: CHANGE, values });
        if (isInTransaction(manager)) locked.set(id, changed);
        return changed;
      }),
  };
}

/*
 * PostgreSQL tells where each version of a row lies and which transaction wrote it: together no other
 * version has them.
 */
const versionsIn = (table: string, isMeant: string) =>
  `(SELECT string_agg(concat(row.ctid, row.xmin), ',' ORDER BY row.ctid) FROM ${table} AS row WHERE ${isMeant})`;
const OF_ACCOUNT = "row.broker_profile_id = account.id";
const VERSIONS = `
  SELECT account.id,
    md5(concat_ws(';',
      ${versionsIn("broker_trading_configs", OF_ACCOUNT)},
      ${versionsIn("risk_params", OF_ACCOUNT)},
      ${versionsIn("users", "row.id = account.user_id")},
      ${versionsIn("watchlist", "row.user_id = account.user_id")})) AS "set",
    md5(concat_ws(';', account.ctid, account.xmin,
      ${versionsIn("positions", OF_ACCOUNT)},
      ${versionsIn("order_logs", `${OF_ACCOUNT} AND ${IS_OPEN}`)})) AS traded
  FROM user_broker_profiles AS account WHERE account.id = ANY ($1::text[]::uuid[])`;

const order = { createdAt: "ASC", id: "ASC" } as const;

const SELECT = `SELECT ${ACCOUNT.text} FROM user_broker_profiles`;
const THE_ACTIVE = "user_broker_profiles WHERE status = $1 ORDER BY created_at, id";
const BY_ID = `${SELECT} WHERE id = $1`;
const ACTIVE = `SELECT ${ACCOUNT.text} FROM ${THE_ACTIVE}`;
const LOCK = `${BY_ID} FOR UPDATE`;
/** Nobody is passed over whose trails are being saved: no order is checked by them. */
const LOCK_FREE = `
  ${SELECT} WHERE id = ANY ($1::text[]::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`;
/** Of an account that nobody has connected yet there is no row to lock. */
const LOCK_NUMBER = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
const SELECTED = `${SELECT} WHERE user_id = $1 AND is_selected`;

const NAMES = namesOf(accountSchema);
const CHANGE = `
  UPDATE user_broker_profiles SET updated_at = now(), (${NAMES}) =
    (SELECT ${NAMES} FROM json_populate_recordset(NULL::user_broker_profiles, $2))
  WHERE id = $1`;

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
