import type { ApiToken, ApiTokenStore } from "@sevenfold/application/ports/api-token-store";
import type { EntityManager } from "typeorm";
import { findRow, findRows, insert } from "../row.ts";
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
    await manager.update(apiTokenSchema, { id }, { lastUsedAt: at });
  },

  async remove(userId, id) {
    if (!isUuid(id)) return false;
    const { affected } = await manager.delete(apiTokenSchema, { userId, id });
    return affected === 1;
  },
});
