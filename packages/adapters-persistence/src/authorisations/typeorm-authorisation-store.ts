import type { AuthorisationStore } from "@sevenfold/application/ports/authorisation-store";
import { type EntityManager, LessThanOrEqual } from "typeorm";
import { findRow, put } from "../row.ts";
import { authorisationSchema } from "./authorisation-rows.ts";

export const typeormAuthorisationStore = (manager: EntityManager): AuthorisationStore => ({
  put: (pending) => put(manager, authorisationSchema, { ...pending }, ["accountId"]),

  of: (accountId) => findRow(manager, authorisationSchema, { where: { accountId } }),

  async remove(accountId) {
    await manager.delete(authorisationSchema, { accountId });
  },

  async removeExpired(at) {
    const { affected } = await manager.delete(authorisationSchema, {
      expiresAt: LessThanOrEqual(at),
    });
    return affected ?? 0;
  },
});
