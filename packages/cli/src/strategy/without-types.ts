import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type TypesOff, typesOff } from "./types-off.ts";

const THREAD = new URL("./types-thread.js", import.meta.url);

/**
 * Takes the types off on a thread: the program that does it lets its memory grow, and where any buffer
 * has gone so, V8 asks at each access to any column whether it is still there. A strategy that is run
 * beside it takes a quarter longer. docs/adr/0069-what-runs-of-a-strategy-share.md
 */
export async function withoutTypes(text: string): Promise<TypesOff> {
  // Where the program runs from its sources there is no thread: they are built.
  if (!existsSync(THREAD)) return typesOff(text);
  const thread = new Worker(THREAD, { workerData: text });
  return new Promise((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", reject);
  });
}
