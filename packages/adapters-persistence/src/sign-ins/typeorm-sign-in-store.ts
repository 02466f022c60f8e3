import type { SignInStore } from "@sevenfold/application/ports/sign-in-store";
import { type EntityManager, LessThanOrEqual, MoreThan } from "typeorm";
import { findRow, findRows, put, storedRow } from "../row.ts";
import { signInSchema } from "./sign-in-rows.ts";

export function typeormSignInStore(manager: EntityManager): SignInStore {
  return {
    get: (sidHash, at) =>
      findRow(manager, signInSchema, { where: { sidHash, expiresAt: MoreThan(at) } }),

    put: (signIn) => put(manager, signInSchema, storedRow(signInSchema, signIn), ["sidHash"]),

    async remove(sidHash) {
      await manager.delete(signInSchema, { sidHash });
    },

    ofUser: (userId, at) =>
      findRows(manager, signInSchema, {
        where: { userId, expiresAt: MoreThan(at) },
        order: { expiresAt: "DESC", sidHash: "ASC" },
      }),

    async removeExpired(at) {
      const { affected } = await manager.delete(signInSchema, { expiresAt: LessThanOrEqual(at) });
      return affected ?? 0;
    },
  };
}
