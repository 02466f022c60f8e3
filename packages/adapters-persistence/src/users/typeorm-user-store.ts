import type { User, UserStore } from "@sevenfold/application/ports/storage";
import { ok, refused } from "@sevenfold/domain/result";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { atomically, FOR_UPDATE, findRow, insertIfNew, overwrite } from "../row.ts";
import { isUuid } from "../uuid.ts";
import { userSchema } from "./user-rows.ts";

export function typeormUserStore(manager: EntityManager): UserStore {
  return {
    async add(user) {
      if (await insertIfNew(manager, userSchema, { ...user })) return ok(user);
      const isNameTaken = await manager.existsBy(userSchema, { username: user.username });
      return refused({ kind: isNameTaken ? "username-taken" : "email-taken" });
    },

    async byId(id) {
      return isUuid(id) ? findRow<User>(manager, userSchema, { where: { id } }) : undefined;
    },

    bySignIn: ({ username, email }) =>
      findRow<User>(manager, userSchema, { where: { username, email } }),

    change: (id, change) =>
      atomically(manager, async (inside) => {
        if (!isUuid(id)) return undefined;
        const user = await findRow<User>(inside, userSchema, { where: { id }, ...FOR_UPDATE });
        if (user === undefined) return undefined;
        const changed = change(user);
        await overwrite(inside, userSchema, { id }, changed);
        return changed;
      }),

    async removeExpired(at) {
      const { affected } = await manager.delete(userSchema, {
        isDemo: true,
        expiresAt: LessThanOrEqual(at),
      });
      return affected ?? 0;
    },

    countDemo: () => manager.countBy(userSchema, { isDemo: true }),
  };
}
