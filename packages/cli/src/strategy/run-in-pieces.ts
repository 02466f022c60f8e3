import { performance } from "node:perf_hooks";
import type { Following } from "@sevenfold/application/research/own-strategy/follow-wishes";
import { withinTime } from "./within-time.ts";

const FIRST_INSTANTS = 16;
/** A piece of work is as long as this or so, many times shorter than what counts as a stall. */
const PIECE_MS = 100;

/**
 * Takes a run to its end in pieces, each of which is stopped once it takes longer than the limit: a
 * strategy that loops cannot be asked to stop. Throws V8's error then (`isStall`).
 */
export function runInPieces({ advance }: Following, limitMs: number): void {
  let instants = FIRST_INSTANTS;
  for (;;) {
    const begun = performance.now();
    if (!withinTime(limitMs, () => advance(instants))) return;
    const elapsed = performance.now() - begun;
    if (elapsed < PIECE_MS / 16) instants *= 8;
    else if (elapsed < PIECE_MS) instants *= 2;
    else instants = Math.max(1, Math.round((instants * PIECE_MS) / elapsed));
  }
}
