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
      const sleepers = signal && sleepersOf(signal);
      const timer = setTimeout(() => inTurn(done), durationMs);
      function done() {
        clearTimeout(timer);
        sleepers?.delete(done);
        resolve();
      }
      sleepers?.add(done);
    }),
};

/** Who sleeps until a signal is aborted at the latest. */
const asleep = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * One listener of a signal wakes all its sleepers: of a thousand accounts that sleep five times a second each,
 * listeners that come and go cost more than the sleeping.
 */
function sleepersOf(signal: AbortSignal): Set<() => void> {
  const known = asleep.get(signal);
  if (known) return known;
  const sleepers = new Set<() => void>();
  asleep.set(signal, sleepers);
  const wakeAll = () => {
    for (const wake of sleepers) wake();
  };
  signal.addEventListener("abort", wakeAll, { once: true });
  return sleepers;
}

/** A clock that stands at an instant when it is made, and then runs so many times as fast. */
export function fastClock(start: Instant, speed: number): Pick<Clock, "now"> {
  const startedMs = performance.now();
  return { now: () => instant(Math.floor(start + (performance.now() - startedMs) * speed)) };
}
