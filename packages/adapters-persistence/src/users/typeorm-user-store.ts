import type { User, UserStore } from "@sevenfold/application/ports/storage";
import { foldedName } from "@sevenfold/domain/person-name";
import { ok, refused } from "@sevenfold/domain/result";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import {
  atomically,
  countRemoved,
  FOR_UPDATE,
  findRow,
  insertIfNew,
  overwrite,
  remove,
} from "../row.ts";
import { isUuid } from "../uuid.ts";
import { type UserRow, userSchema } from "./user-rows.ts";

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
      return isUuid(id) ? findRow<User>(manager, userSchema, { where: { id } }) : undefined;
    },

    bySignIn: (signIn) => findRow<UserRow>(manager, userSchema, { where: foldedNames(signIn) }),

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

    async removeExpired(at) {
      return countRemoved(manager, userSchema, {
        isDemo: true,
        expiresAt: LessThanOrEqual(at),
      });
    },

    countDemo: () => manager.countBy(userSchema, { isDemo: true }),
  };
}

const foldedNames = ({ username, email }: Pick<User, "username" | "email">) => ({
  foldedUsername: foldedName(username),
  foldedEmail: foldedName(email),
});
