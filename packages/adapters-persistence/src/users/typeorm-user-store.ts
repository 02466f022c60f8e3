import type { User, UserStore } from "@sevenfold/application/ports/stores/user-store";
import { foldedName } from "@sevenfold/domain/person-name";
import { ok, refused } from "@sevenfold/domain/result";
import { type EntityManager, IsNull, LessThan, LessThanOrEqual, MoreThan, Not } from "typeorm";
import {
  atomically,
  FOR_UPDATE,
  findRow,
  firstRows,
  insertIfNew,
  overwrite,
  remove,
} from "../row.ts";
import { ask, rowsOf, selectionOf } from "../statement.ts";
import { isUuid } from "../uuid.ts";
import { type UserRow, userSchema } from "./user-rows.ts";

/** One whose username the name is, and one whose address. */
const NAMESAKES_MAX = 2;
const USER = selectionOf<User>(userSchema);
const BY_ID = `SELECT ${USER.text} FROM users WHERE id = $1`;
const REMOVE_EXPIRED = `
  DELETE FROM users WHERE id IN
    (SELECT id FROM users WHERE is_demo AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2)`;

/** What grows with an account as long as it trades. */
const HISTORIES = [
  ...["decisions", "equity_points", "postings", "trades", "executions", "activities"],
  "order_logs",
];
const removeHistoryOf = (table: string): string => `
  DELETE FROM ${table} WHERE ctid IN (
    SELECT old.ctid FROM user_broker_profiles AS account
    JOIN ${table} AS old ON old.broker_profile_id = account.id
    WHERE account.user_id = $1 LIMIT $2)`;

export function typeormUserStore(manager: EntityManager): UserStore {
  return {
    async add(user) {
      if (await insertIfNew(manager, userSchema, { ...user, ...foldedNames(user) }))
        return ok(user);
      const isNameTaken = await manager.existsBy(userSchema, {
        foldedUsername: foldedName(user.username),
      });
      return refused({ kind: isNameTaken ? "username-taken" : "email-taken" });
    },

    async byId(id) {
      if (!isUuid(id)) return undefined;
      return (await rowsOf(manager, USER, { name: "user", text: BY_ID, values: [id] }))[0];
    },

    bySignIn: (signIn) => findRow<UserRow>(manager, userSchema, { where: foldedNames(signIn) }),

    byName(name) {
      const folded = foldedName(name);
      const where = [{ foldedUsername: folded }, { foldedEmail: folded }];
      return firstRows<UserRow>(
        manager,
        userSchema,
        { where, order: { id: "ASC" } },
        NAMESAKES_MAX,
      );
    },

    page: ({ after, limit }) =>
      firstRows<UserRow>(
        manager,
        userSchema,
        {
          where: { isDemo: false, ...(after && { foldedUsername: MoreThan(foldedName(after)) }) },
          order: { foldedUsername: "ASC" },
        },
        limit,
      ),

    change: (id, change) =>
      atomically(manager, async (inside) => {
        if (!isUuid(id)) return undefined;
        const user = await findRow<User>(inside, userSchema, { where: { id }, ...FOR_UPDATE });
        if (user === undefined) return undefined;
        const changed = change(user);
        await overwrite(inside, userSchema, { id }, { ...changed, ...foldedNames(changed) });
        return changed;
      }),

    async remove(id) {
      if (isUuid(id)) await remove(manager, userSchema, { id });
    },

    async removeHistory(id, limit) {
      if (!isUuid(id)) return 0;
      let removed = 0;
      for (const table of HISTORIES) {
        const text = removeHistoryOf(table);
        removed += (await ask(manager, { text, values: [id, limit] })).rowCount ?? 0;
      }
      return removed;
    },

    leaving: (at, limit) =>
      firstRows<User>(
        manager,
        userSchema,
        {
          where: { isDemo: false, expiresAt: LessThanOrEqual(at) },
          order: { expiresAt: "ASC", id: "ASC" },
        },
        limit,
      ),

    async removeExpired(at, limit) {
      const values = [new Date(at), limit];
      return (await ask(manager, { text: REMOVE_EXPIRED, values })).rowCount ?? 0;
    },

    byCustomer: (customerId) => findRow<User>(manager, userSchema, { where: { customerId } }),

    billedBefore: (at, atMost) =>
      firstRows<User>(
        manager,
        userSchema,
        {
          where: [
            { customerId: Not(IsNull()), billingReadAt: IsNull() },
            { customerId: Not(IsNull()), billingReadAt: LessThan(at) },
          ],
          order: { billingReadAt: { direction: "ASC", nulls: "FIRST" }, id: "ASC" },
        },
        atMost,
      ),

    countDemo: () => manager.countBy(userSchema, { isDemo: true }),
  };
}

const foldedNames = ({ username, email }: Pick<User, "username" | "email">) => ({
  foldedUsername: foldedName(username),
  foldedEmail: foldedName(email),
});
