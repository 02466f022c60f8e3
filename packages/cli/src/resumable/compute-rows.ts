import { setImmediate as turn } from "node:timers/promises";
import { systemClock } from "../system/system-clock.ts";
import type { KeptRows } from "./kept-rows.ts";

export interface RowOrder {
  readonly rows: Float64Array;
  readonly count: number;
  /** Most rows computed at a time. */
  readonly atOnce: number;
  /** Computes the rows [from, to). */
  readonly compute: (from: number, to: number) => void;
  readonly kept?: KeptRows;
  readonly onProgress: (done: number) => void;
}

/** A signal is heard between two turns. */
const TURN_EVERY_MS = 50;

/** How many rows to compute next, after so many took so long: fewer where a signal would wait for them. */
export const nextStretch = (computed: number, tookMs: number, most: number): number =>
  tookMs < TURN_EVERY_MS ? Math.min(most, 2 * computed) : Math.max(1, computed >> 1);

/** Computes rows on this thread, first to last, beginning behind those that are kept. */
export async function computeRows(order: RowOrder): Promise<void> {
  const { rows, count, atOnce, compute, kept, onProgress } = order;
  let done = kept?.restore(rows) ?? 0;
  let turnedAt = systemClock.monotonicMs();
  let computedAt = turnedAt;
  let stretch = 1;
  while (done < count) {
    const to = Math.min(count, done + stretch);
    compute(done, to);
    done = to;
    const now = systemClock.monotonicMs();
    stretch = nextStretch(stretch, now - computedAt, atOnce);
    computedAt = now;
    if (now - turnedAt < TURN_EVERY_MS) continue;
    await turn();
    onProgress(done);
    if (kept?.isStopping() && done < count) {
      await kept.keep(rows, done);
      kept.stop(done);
    }
    await kept?.keepInTime(rows, done);
    turnedAt = systemClock.monotonicMs();
    computedAt = turnedAt;
  }
  await kept?.complete(rows, count);
}
