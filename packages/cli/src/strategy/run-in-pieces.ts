import { performance } from "node:perf_hooks";
import type { Following } from "@sevenfold/application/research/own-strategy/follow-wishes";
import { withinTime } from "./within-time.ts";

const FIRST_INSTANTS = 16;
/** A piece of work is as long as this or so, many times shorter than what counts as a stall. */
const PIECE_MS = 100;
/** A piece is of steps, since a limit takes longer to set than most steps. */
const STEP_MS = PIECE_MS / 4;

/**
 * Takes a run to its end in pieces, each of which is stopped once it takes longer than the limit: a
 * strategy that loops cannot be asked to stop. Throws V8's error then (`isStall`).
 */
export function runInPieces({ advance }: Following, limitMs: number): void {
  let instants = FIRST_INSTANTS;
  const piece = (): boolean => {
    const begun = performance.now();
    for (let before = begun; ; ) {
      if (!advance(instants)) return false;
      const now = performance.now();
      instants = paced(instants, now - before);
      if (PIECE_MS - STEP_MS < now - begun) return true;
      before = now;
    }
  };
  while (withinTime(limitMs, piece));
}

/** How many instants take as long as a step, after some have taken so long. */
function paced(instants: number, elapsed: number): number {
  if (elapsed < STEP_MS / 16) return instants * 8;
  if (elapsed < STEP_MS) return instants * 2;
  return Math.max(1, Math.round((instants * STEP_MS) / elapsed));
}
