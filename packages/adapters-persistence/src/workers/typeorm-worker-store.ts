import type { WorkerPing, WorkerStore } from "@sevenfold/application/ports/storage";
import { type EntityManager, LessThan } from "typeorm";
import { selectionOf } from "../plain-read.ts";
import { countRemoved, findRow, firstRows, put, readNamed, storedRow } from "../row.ts";
import { workerPingSchema } from "./worker-rows.ts";

const PING = selectionOf(workerPingSchema);
/** The one with the account's lease, whenever it pinged, before the newest. */
const ABOUT = `
  SELECT ${PING.text} FROM worker_pings
  WHERE worker_id = (SELECT owner FROM leases WHERE broker_profile_id = $1)
    OR worker_id = (SELECT worker_id FROM worker_pings ORDER BY "at" DESC, worker_id LIMIT 1)
  ORDER BY worker_id = (SELECT owner FROM leases WHERE broker_profile_id = $1) DESC NULLS LAST`;

export function typeormWorkerStore(manager: EntityManager): WorkerStore {
  return {
    ping: (ping) => put(manager, workerPingSchema, storedRow(workerPingSchema, ping), ["workerId"]),

    latest: () =>
      findRow(manager, workerPingSchema, {
        where: {},
        order: { at: "DESC", workerId: "ASC" },
      }),

    async about(accountId) {
      const wanted = { name: "worker-pings-about", text: ABOUT, values: [accountId] };
      const rows = await readNamed(manager, wanted, 2);
      return rows.map((row) => PING.rowFrom(row) as WorkerPing);
    },

    newest: (limit) =>
      firstRows(
        manager,
        workerPingSchema,
        { where: {}, order: { at: "DESC", workerId: "ASC" } },
        limit,
      ),

    async removeBefore(at) {
      return countRemoved(manager, workerPingSchema, { at: LessThan(at) });
    },
  };
}
