import type { ApiToken, ApiTokenStore } from "@sevenfold/application/ports/stores/api-token-store";
import type { EntityManager } from "typeorm";
import { countRemoved, findRow, findRows, insert, update } from "../row.ts";
import { isUuid } from "../uuid.ts";
import { apiTokenSchema } from "./api-token-rows.ts";

export const typeormApiTokenStore = (manager: EntityManager): ApiTokenStore => ({
  add: (token) => insert(manager, apiTokenSchema, { ...token }),

  byHash: (tokenHash) => findRow<ApiToken>(manager, apiTokenSchema, { where: { tokenHash } }),

  ofUser: (userId) =>
    findRows<ApiToken>(manager, apiTokenSchema, {
      where: { userId },
      order: { createdAt: "ASC", id: "ASC" },
    }),

  async noteUse(id, at) {
    await update(manager, apiTokenSchema, { id }, { lastUsedAt: at });
  },

  async remove(userId, id) {
    if (!isUuid(id)) return false;
    return (await countRemoved(manager, apiTokenSchema, { userId, id })) === 1;
  },

  removeOfUser: (userId) => countRemoved(manager, apiTokenSchema, { userId }),
});
