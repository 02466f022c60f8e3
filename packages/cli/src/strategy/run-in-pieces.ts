import { performance } from "node:perf_hooks";
import { createContext, Script } from "node:vm";
import type { Following } from "@sevenfold/application/research/own-strategy/follow-wishes";

const FIRST_INSTANTS = 16;
/** A piece of work is as long as this or so, many times shorter than what counts as a stall. */
const PIECE_MS = 100;

/**
 * Takes a run to its end in pieces, each of which V8 stops once it takes longer than the limit: a
 * strategy that loops cannot be asked to stop. Throws V8's error then (`isStall`).
 */
export function runInPieces({ advance }: Following, limitMs: number): void {
  let instants = FIRST_INSTANTS;
  const context = createContext({ piece: () => advance(instants) });
  const script = new Script("piece()");
  for (;;) {
    const begun = performance.now();
    if (script.runInContext(context, { timeout: limitMs }) !== true) return;
    const elapsed = performance.now() - begun;
    if (elapsed < PIECE_MS) instants *= 2;
    else instants = Math.max(1, Math.round((instants * PIECE_MS) / elapsed));
  }
}
