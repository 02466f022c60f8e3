import { oneLine } from "@sevenfold/application/ports/one-line";
import {
  AUDIT_TEXT_MAX,
  type AuditEntry,
  type AuditStore,
} from "@sevenfold/application/ports/stores/audit-store";
import { type EntityManager, In } from "typeorm";
import { firstRows } from "../row.ts";
import { namesOf, recordsOf, tell } from "../statement.ts";
import { isUuid } from "../uuid.ts";
import { auditSchema } from "./audit-rows.ts";

const NAMES = namesOf(auditSchema);
const ADD = `
  INSERT INTO audit (${NAMES}) SELECT ${NAMES} FROM json_populate_recordset(NULL::audit, $1)`;

const rowOf = ({ text, ...entry }: AuditEntry): AuditEntry =>
  text === undefined ? entry : { ...entry, text: oneLine(text, AUDIT_TEXT_MAX) };

export const typeormAuditStore = (manager: EntityManager): AuditStore => ({
  add: (entry) => typeormAuditStore(manager).addAll([entry]),

  async addAll(entries) {
    const values = [recordsOf(auditSchema, entries.map(rowOf))];
    await tell(manager, { name: "audit-add", text: ADD, values });
  },

  async latest(userId, limit, actions): Promise<readonly AuditEntry[]> {
    if (!isUuid(userId)) return [];
    const order = { at: "DESC", id: "DESC" } as const;
    const where = { userId, ...(actions && { action: In([...actions]) }) };
    return firstRows(manager, auditSchema, { where, order }, limit);
  },
});
