import type { WorkerPing } from "@sevenfold/application/ports/stores/worker-store";
import { EntitySchema } from "typeorm";
import { flag, instantAt, json, OPTIONAL, PRIMARY, text } from "../columns.ts";

/** The last ping of each worker. */
export const workerPingSchema = new EntitySchema<WorkerPing>({
  name: "worker_pings",
  columns: {
    workerId: text(PRIMARY),
    at: instantAt(),
    brokerConnected: flag(),
    disconnectedAccounts: json(OPTIONAL),
    marketDataActive: flag(),
    realMarket: json(OPTIONAL),
    message: text(OPTIONAL),
    exchangeHalts: json(OPTIONAL),
  },
});
