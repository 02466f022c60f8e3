import type {
  HaltStore,
  QuarantineStore,
} from "@sevenfold/application/ports/stores/safeguard-stores";
import type { VenueHoursStore } from "@sevenfold/application/ports/stores/venue-hours-store";
import type { EntityManager } from "typeorm";
import { findRow, firstRows, insertIfNew, put, remove } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import {
  haltSchema,
  quarantineSchema,
  THE_HALT,
  THE_HOURS,
  venueHoursSchema,
} from "./safeguard-rows.ts";

const HALT = selectionOf(haltSchema);
const CURRENT = `SELECT ${HALT.text} FROM trading_halts`;

export function typeormHaltStore(manager: EntityManager): HaltStore {
  return {
    async current() {
      return (await rowsOf(manager, HALT, { name: "halt", text: CURRENT, values: [] }))[0];
    },
    halt: (halt) => put(manager, haltSchema, { id: THE_HALT, ...halt }, ["id"]),
    async lift() {
      await remove(manager, haltSchema, { id: THE_HALT });
    },
  };
}

export function typeormVenueHoursStore(manager: EntityManager): VenueHoursStore {
  return {
    async told() {
      const row = await findRow(manager, venueHoursSchema, { where: { id: THE_HOURS } });
      return row && { from: row.firstDay, to: row.lastDay, days: row.days };
    },
    keep: ({ days, from, to }) =>
      put(manager, venueHoursSchema, { id: THE_HOURS, firstDay: from, lastDay: to, days }, ["id"]),
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
