import type { Clock } from "@sevenfold/application/ports/clock";
import { instant } from "@sevenfold/domain/market";

/** The machine's clock, which tests put ahead. */
export function movableClock() {
  let aheadMs = 0;
  const clock: Clock = {
    now: () => instant(Date.now() + aheadMs),
    monotonicMs: () => performance.now(),
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, durationMs);
        signal?.addEventListener("abort", done);
      }),
  };
  return {
    clock,
    passTime: (ms: number) => {
      aheadMs += ms;
    },
  };
}
