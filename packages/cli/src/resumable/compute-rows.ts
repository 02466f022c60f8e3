import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "../system/system-clock.ts";
import type { KeptRows } from "./kept-rows.ts";

export interface RowOrder {
  readonly rows: Float64Array;
  readonly count: number;
  /** Rows computed at a time. */
  readonly atOnce: number;
  /** Computes the rows [from, to). */
  readonly compute: (from: number, to: number) => void;
  readonly kept?: KeptRows;
  readonly onProgress: (done: number) => void;
}

/** A signal is heard between two turns. */
const TURN_EVERY_MS = 50;

/** Computes rows on this thread, first to last, beginning behind those that are kept. */
export async function computeRows(order: RowOrder): Promise<void> {
  const { rows, count, atOnce, compute, kept, onProgress } = order;
  let done = kept?.restore(rows) ?? 0;
  let turnedAt = systemClock.monotonicMs();
  while (done < count) {
    const to = Math.min(count, done + atOnce);
    compute(done, to);
    done = to;
    if (systemClock.monotonicMs() - turnedAt < TURN_EVERY_MS) continue;
    await turn();
    onProgress(done);
    if (kept?.isStopping() && done < count) {
      await kept.keep(rows, done);
      kept.stop(done);
    }
    await kept?.keepInTime(rows, done);
    turnedAt = systemClock.monotonicMs();
  }
  await kept?.complete(rows, count);
}
