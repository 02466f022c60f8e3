import { parentPort, workerData } from "node:worker_threads";
import { typesOff } from "./types-off.ts";

parentPort!.postMessage(await typesOff(workerData as string));
