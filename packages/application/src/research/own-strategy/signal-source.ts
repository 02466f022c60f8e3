import { InvariantViolation } from "@sevenfold/domain/invariant";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { WishSource } from "./own-run.ts";
import { wish } from "./wishes.ts";

/** When a signal was known: within a day's end, or at an instant. */
export type SignalTime =
  | { readonly kind: "date"; readonly dayNumber: number }
  | { readonly kind: "instant"; readonly ms: number };

/** What share of equity a symbol should be from a time on. */
export interface Signal {
  readonly time: SignalTime;
  readonly share: number;
}

/**
 * Acts on signals, each slot's in the order of time: one of a date at that day's last close inside the
 * session, one of an instant at the first close after it, or at the very close it is of. So none is acted
 * on before the bar it may have been made of is over, whether its time is that bar's beginning or end:
 * where the next bar begins at that end, it waits for that bar's close. The order fills in the bar after.
 */
export function signalSource(
  columns: readonly BarColumns[],
  signals: readonly (readonly Signal[])[],
): WishSource {
  const acts = columns.map((one, slot) => signals[slot]!.map(({ time }) => barActedAt(one, time)));
  const done = new Int32Array(columns.length);
  return {
    wish(run, batch, wishes) {
      for (let row = 0; row < batch.count; row += 1) {
        const slot = batch.slots[row]!;
        const bars = acts[slot]!;
        let latest = -1;
        while (done[slot]! < bars.length && bars[done[slot]!]! <= run.bars[slot]!) {
          latest = done[slot]!;
          done[slot] = latest + 1;
        }
        if (latest === -1) continue;
        const wrong = wish(wishes, slot, { share: signals[slot]![latest]!.share });
        if (wrong !== undefined) throw new InvariantViolation(wrong);
      }
    },
    quiet(_run, _wishes, from, to) {
      let next = to;
      for (let slot = 0; slot < acts.length; slot += 1) {
        const act = acts[slot]![done[slot]!];
        if (act !== undefined && act < next) next = act;
      }
      return Math.max(from, next);
    },
  };
}

/** The bar at whose close a signal is acted on; beyond the last one, never. */
export function barActedAt(columns: BarColumns, time: SignalTime): number {
  const { closesAt, closesInSession, count, day, opensAt } = columns;
  if (time.kind === "instant") {
    const after = firstBeyond(closesAt, count, time.ms);
    const isClose = 0 < after && closesAt[after - 1] === time.ms;
    // The beginning of the next bar, where that one follows without a pause.
    return isClose && opensAt[after] !== time.ms ? after - 1 : after;
  }
  const after = firstBeyond(day, count, time.dayNumber);
  // The day's last close, of which those after the session are none.
  for (let bar = after - 1; 0 <= bar && day[bar] === time.dayNumber; bar -= 1)
    if (closesInSession === undefined || closesInSession[bar] === 1) return bar;
  // Of a day without one, the first bar that follows.
  return after;
}

/** The first of an ascending column's values that is more. */
function firstBeyond(column: ArrayLike<number>, count: number, value: number): number {
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (column[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
