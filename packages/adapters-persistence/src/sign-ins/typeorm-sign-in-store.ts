import type { SignInStore } from "@sevenfold/application/ports/stores/sign-in-store";
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
import { rowsOf, selectionOf } from "../statement.ts";
import { signInSchema } from "./sign-in-rows.ts";

const SIGN_IN = selectionOf(signInSchema);
const GET = `SELECT ${SIGN_IN.text} FROM sessions WHERE sid = $1 AND expire > $2`;

export function typeormSignInStore(manager: EntityManager): SignInStore {
  return {
    async get(sidHash, at) {
      const wanted = { name: "sign-in", text: GET, values: [sidHash, new Date(at)] };
      return (await rowsOf(manager, SIGN_IN, wanted))[0];
    },

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
