import { parentPort, workerData } from "node:worker_threads";
import { kernelMachine } from "../sweep/kernel-module.ts";
import { openRows, type ReadyOrder } from "./open-rows.ts";

/** A part that a thread is asked for. */
export interface AskedRows {
  readonly from: number;
  readonly to: number;
}

const compute = openRows(workerData as ReadyOrder, kernelMachine());
const port = parentPort!;
port.on("message", ({ from, to }: AskedRows) => {
  const rows = compute(from, to);
  port.postMessage(rows, [rows.buffer as ArrayBuffer]);
});
