import { oneLine } from "@sevenfold/application/one-line";
import {
  AUDIT_TEXT_MAX,
  type AuditEntry,
  type AuditStore,
} from "@sevenfold/application/ports/audit-store";
import type { EntityManager } from "typeorm";
import { firstRows, insert } from "../row.ts";
import { auditSchema } from "./audit-rows.ts";

export const typeormAuditStore = (manager: EntityManager): AuditStore => ({
  add: ({ text, ...entry }) =>
    insert(manager, auditSchema, {
      ...entry,
      ...(text === undefined ? {} : { text: oneLine(text, AUDIT_TEXT_MAX) }),
    }),

  latest: (userId, limit): Promise<readonly AuditEntry[]> =>
    firstRows(
      manager,
      auditSchema,
      { where: { userId }, order: { at: "DESC", id: "DESC" } },
      limit,
    ),
});
