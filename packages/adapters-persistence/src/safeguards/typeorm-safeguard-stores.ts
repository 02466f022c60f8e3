import type { HaltStore, QuarantineStore } from "@sevenfold/application/ports/safeguard-stores";
import type { EntityManager } from "typeorm";
import { findRow, firstRows, insertIfNew, put, remove } from "../row.ts";
import { haltSchema, quarantineSchema, THE_HALT } from "./safeguard-rows.ts";

export function typeormHaltStore(manager: EntityManager): HaltStore {
  return {
    current: () => findRow(manager, haltSchema, { where: { id: THE_HALT } }),
    halt: (halt) => put(manager, haltSchema, { id: THE_HALT, ...halt }, ["id"]),
    async lift() {
      await remove(manager, haltSchema, { id: THE_HALT });
    },
  };
}

export function typeormQuarantineStore(manager: EntityManager): QuarantineStore {
  return {
    add: (refused) => insertIfNew(manager, quarantineSchema, { ...refused }),
    of: (accountId, limit) =>
      firstRows(
        manager,
        quarantineSchema,
        { where: { accountId }, order: { at: "DESC", id: "DESC" } },
        limit,
      ),
  };
}
