import type { WorkerPing, WorkerStore } from "@sevenfold/application/ports/stores/worker-store";
import { type EntityManager, LessThan } from "typeorm";
import { countRemoved, firstRows, put, storedRow } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import { workerPingSchema } from "./worker-rows.ts";

const PING = selectionOf<WorkerPing>(workerPingSchema);
const LATEST = `
  SELECT ${PING.text} FROM worker_pings
  ORDER BY worker_pings.at DESC, worker_pings.worker_id LIMIT 1`;
/** The one with the account's lease, whenever it pinged, before the newest. */
const ABOUT = `
  SELECT ${PING.text} FROM worker_pings
  WHERE worker_id = (SELECT owner FROM leases WHERE broker_profile_id = $1)
    OR worker_id = (SELECT worker_id FROM worker_pings ORDER BY "at" DESC, worker_id LIMIT 1)
  ORDER BY worker_id = (SELECT owner FROM leases WHERE broker_profile_id = $1) DESC NULLS LAST`;

export function typeormWorkerStore(manager: EntityManager): WorkerStore {
  return {
    ping: (ping) => put(manager, workerPingSchema, storedRow(workerPingSchema, ping), ["workerId"]),

    async latest() {
      return (await rowsOf(manager, PING, { name: "worker-ping", text: LATEST, values: [] }))[0];
    },

    about: (accountId) =>
      rowsOf(manager, PING, { name: "worker-pings-about", text: ABOUT, values: [accountId] }),

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
