import { parentPort, workerData } from "node:worker_threads";
import { machineOf } from "./kernels.mjs";

// Threads take symbol after symbol; bars, rules and results lie in memory they share.
const { bars, rules, results, next } = workerData;
const run = machineOf(bars);
parentPort.on("message", () => {
  for (;;) {
    const symbol = Atomics.add(next, 0, 1);
    if (bars.length <= symbol) break;
    run(symbol, rules, results);
  }
  parentPort.postMessage("done");
});
parentPort.postMessage("ready");
