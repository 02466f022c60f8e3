import type { AuthorisationStore } from "@sevenfold/application/ports/stores/authorisation-store";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { countRemoved, findRow, put, remove } from "../row.ts";
import { authorisationSchema } from "./authorisation-rows.ts";

export const typeormAuthorisationStore = (manager: EntityManager): AuthorisationStore => ({
  put: (pending) => put(manager, authorisationSchema, { ...pending }, ["accountId"]),

  of: (accountId) => findRow(manager, authorisationSchema, { where: { accountId } }),

  async remove(accountId) {
    await remove(manager, authorisationSchema, { accountId });
  },

  async removeExpired(at) {
    return countRemoved(manager, authorisationSchema, {
      expiresAt: LessThanOrEqual(at),
    });
  },
});
