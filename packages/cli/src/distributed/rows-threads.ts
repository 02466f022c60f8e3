import { Worker } from "node:worker_threads";
import type { ReadyOrder } from "./open-rows.ts";
import type { AskedRows } from "./rows-thread.ts";

/** Threads that compute the rows of one order. */
export interface RowsThreads {
  /** Rejects where the thread has ended, as by an error of the order. */
  compute(from: number, to: number): Promise<Float64Array>;
  /** Ends the threads once what they compute is done. */
  end(): Promise<void>;
}

const THREAD = new URL("./rows-thread.js", import.meta.url);

/** As many threads as are asked for at once; each begins when it is first needed. */
export function rowsThreads(order: ReadyOrder): RowsThreads {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const atWork = new Set<Promise<unknown>>();
  const taken = () => {
    const thread = free.pop() ?? new Worker(THREAD, { workerData: order });
    all.add(thread);
    return thread;
  };
  return {
    async compute(from, to) {
      const thread = taken();
      const coming = asked(thread, { from, to });
      const over = coming.catch(() => undefined);
      atWork.add(over);
      void over.then(() => atWork.delete(over));
      try {
        const rows = await coming;
        free.push(thread);
        return rows;
      } catch (error) {
        all.delete(thread);
        await thread.terminate();
        throw error;
      }
    },
    async end() {
      while (0 < atWork.size) await Promise.all(atWork);
      await Promise.all([...all].map((thread) => thread.terminate()));
      all.clear();
      free.length = 0;
    },
  };
}

function asked(thread: Worker, part: AskedRows): Promise<Float64Array> {
  return new Promise((resolve, reject) => {
    const end = () => {
      thread.off("message", came);
      thread.off("error", failed);
      thread.off("exit", ended);
    };
    const came = (rows: Float64Array) => {
      end();
      resolve(rows);
    };
    const failed = (error: unknown) => {
      end();
      reject(error);
    };
    const ended = (code: number) => failed(new Error(`a thread ended with ${code}`));
    thread.on("message", came);
    thread.on("error", failed);
    thread.on("exit", ended);
    thread.postMessage(part);
  });
}
