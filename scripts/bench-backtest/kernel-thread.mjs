import { parentPort, workerData } from "node:worker_threads";
import { kernelOf } from "./kernels.mjs";

// Threads take account after account; bars, settings and results lie in memory they share.
const { markets, settings, results, next } = workerData;
const { run, forget } = kernelOf(markets, { passesBlocks: true });
parentPort.on("message", () => {
  for (;;) {
    const market = Atomics.add(next, 0, 1);
    if (markets.length <= market) break;
    run(market, settings, results);
  }
  parentPort.postMessage("done");
  forget();
});
parentPort.postMessage("ready");
