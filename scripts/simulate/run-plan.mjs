// One thread of a batch: it is handed plans, and answers each with what came of it.
import { parentPort, workerData } from "node:worker_threads";

const { simulate } = await import(workerData.world);

parentPort.on("message", async ({ plan, trace }) => {
  try {
    parentPort.postMessage({ report: await simulate(plan, { trace }) });
  } catch (error) {
    parentPort.postMessage({ report: brokenDown(error) });
  }
});

/** A run that threw is a run that failed; what it says of itself is the claim. */
const brokenDown = (error) => ({
  events: 0,
  hash: "",
  broken: [`The run ended by an exception: ${error?.message ?? error}`],
  reached: new Map(),
  met: new Map(),
  trace: String(error?.stack ?? error).split("\n"),
});
