import type { Clock } from "../../ports/clock.ts";

export interface RateLimit {
  /** This many may come at once, after a while without any. */
  readonly atOnceMax: number;
  /** From then on one comes every so often. */
  readonly everyMs: number;
}

/** Lets callers through at a limiter, in the order they came. */
export function openRateLimiter(
  clock: Pick<Clock, "monotonicMs" | "sleep">,
  { atOnceMax, everyMs }: RateLimit,
): () => Promise<void> {
  // When the last of them would have come, had each waited its while.
  let takenToMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock.monotonicMs();
    const waitMs = takenToMs - nowMs - (atOnceMax - 1) * everyMs;
    takenToMs = Math.max(takenToMs, nowMs) + everyMs;
    if (0 < waitMs) await clock.sleep(waitMs);
  };
}
