import type { WorkerStore } from "@sevenfold/application/ports/storage";
import { type EntityManager, LessThan } from "typeorm";
import { countRemoved, findRow, put, storedRow } from "../row.ts";
import { workerPingSchema } from "./worker-rows.ts";

export function typeormWorkerStore(manager: EntityManager): WorkerStore {
  return {
    ping: (ping) => put(manager, workerPingSchema, storedRow(workerPingSchema, ping), ["workerId"]),

    latest: () =>
      findRow(manager, workerPingSchema, {
        where: {},
        order: { at: "DESC", workerId: "ASC" },
      }),

    async removeBefore(at) {
      return countRemoved(manager, workerPingSchema, { at: LessThan(at) });
    },
  };
}
