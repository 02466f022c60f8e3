import { Worker } from "node:worker_threads";
import { sharedColumns } from "../sweep/shared-columns.ts";
import type { EnclosedOrder, ThreadNews } from "./enclosed-thread.ts";
import { messageOf } from "./strategy-code.ts";

/**
 * The process around one strategy's thread: it hands on what either side says. Where V8 has no room for
 * what the thread asks of it at once, it ends the process, which is this one and nobody else's.
 */

const LOOK_MS = 50;
const MEGABYTE = 1_048_576;
/** What the thread itself takes, beside what the strategy holds. */
const ROOM_MB = 256;

const end = (): never => process.exit();
const tell = (news: ThreadNews): void => void process.send!(news);
/** Once that has left, and all that was said before it. */
const tellLast = (news: ThreadNews): void => void process.send!(news, end);

// They are meant for whoever began it, which may have orders to settle first, and ends it itself.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
// Also where the thread loops: nobody is left to stop it.
process.once("disconnect", end);
process.once("message", (order) => begin(order as EnclosedOrder));

function begin({ file, memoryMb, youngMb, workerData }: EnclosedOrder): void {
  const thread = new Worker(new URL(file), {
    workerData: sharedColumns(workerData),
    // What it would print is nobody's.
    stdout: true,
    stderr: true,
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: youngMb,
    },
  });
  const bound = process.memoryUsage.rss() + (memoryMb + ROOM_MB) * MEGABYTE;
  // Buffers lie beside what the thread's own limit counts.
  setInterval(() => {
    if (bound < process.memoryUsage.rss()) tellLast({ kind: "full" });
  }, LOOK_MS);
  thread.on("message", (message: unknown) => tell({ kind: "said", message }));
  thread.on("error", (error: unknown) =>
    tell(isFull(error) ? { kind: "full" } : { kind: "failed", says: messageOf(error) }),
  );
  thread.on("exit", () => tellLast({ kind: "ended" }));
  process.on("message", (message) => thread.postMessage(message));
}

const isFull = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | null)?.code === "ERR_WORKER_OUT_OF_MEMORY";
