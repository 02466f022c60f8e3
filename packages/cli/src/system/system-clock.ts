import type { Clock } from "@sevenfold/application/ports/clock";
import { type Instant, instant } from "@sevenfold/domain/market";
import { openFairTurns } from "./fair-turns.ts";

const inTurn = openFairTurns(() => performance.now());

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => instant(Date.now()),
  monotonicMs: () => performance.now(),
  sleep: (durationMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(() => inTurn(done), durationMs);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      }
      signal?.addEventListener("abort", done, { once: true });
    }),
};

/** A clock that stands at an instant when it is made, and then runs so many times as fast. */
export function fastClock(start: Instant, speed: number): Pick<Clock, "now"> {
  const startedMs = performance.now();
  return { now: () => instant(Math.floor(start + (performance.now() - startedMs) * speed)) };
}
