import type { SignInStore } from "@sevenfold/application/ports/sign-in-store";
import { type EntityManager, LessThanOrEqual, MoreThan, Not } from "typeorm";
import {
  atomically,
  countRemoved,
  FOR_UPDATE,
  findRow,
  findRows,
  overwrite,
  put,
  remove,
  storedRow,
} from "../row.ts";
import { signInSchema } from "./sign-in-rows.ts";

export function typeormSignInStore(manager: EntityManager): SignInStore {
  return {
    get: (sidHash, at) =>
      findRow(manager, signInSchema, { where: { sidHash, expiresAt: MoreThan(at) } }),

    put: (signIn) => put(manager, signInSchema, storedRow(signInSchema, signIn), ["sidHash"]),

    change: (sidHash, change) =>
      atomically(manager, async (inside) => {
        const signIn = await findRow(inside, signInSchema, { where: { sidHash }, ...FOR_UPDATE });
        if (signIn === undefined) return undefined;
        const changed = change(signIn);
        if (changed !== signIn) await overwrite(inside, signInSchema, { sidHash }, changed);
        return changed;
      }),

    async remove(sidHash) {
      await remove(manager, signInSchema, { sidHash });
    },

    async removeOfUser(userId, keepSidHash) {
      return countRemoved(manager, signInSchema, {
        userId,
        ...(keepSidHash === undefined ? {} : { sidHash: Not(keepSidHash) }),
      });
    },

    ofUser: (userId, at) =>
      findRows(manager, signInSchema, {
        where: { userId, expiresAt: MoreThan(at) },
        order: { expiresAt: "DESC", sidHash: "ASC" },
      }),

    async removeExpired(at) {
      return countRemoved(manager, signInSchema, { expiresAt: LessThanOrEqual(at) });
    },
  };
}
