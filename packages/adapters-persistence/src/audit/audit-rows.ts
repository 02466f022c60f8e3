import type { AuditEntry } from "@sevenfold/application/ports/stores/audit-store";
import { EntitySchema } from "typeorm";
import { instantAt, OPTIONAL, sequence, text, uuid } from "../columns.ts";

interface AuditRow extends AuditEntry {
  readonly id?: number;
}

/** A trigger refuses every change of a row that is there. */
export const auditSchema = new EntitySchema<AuditRow>({
  name: "audit",
  columns: {
    id: sequence(),
    at: instantAt(),
    userId: uuid(OPTIONAL),
    action: text(),
    address: text(OPTIONAL),
    text: text(OPTIONAL),
  },
  indices: [{ name: "ix_audit_user_id_at", columns: ["userId", "at"] }],
});
