import type { Clock } from "@sevenfold/application/ports/clock";
import { MarketDataUnavailable } from "@sevenfold/application/ports/market-data";

export interface Spacing {
  readonly spacingMs: number;
  /** Up to so much more, by chance: nobody calls on the second of a clock. */
  readonly jitterMs: number;
}

const WAITING_MAX = 100;

/**
 * One call at a time and some time between two, in the order in which they were wanted. A call that would
 * be the hundred and first to wait is turned away.
 */
export function rateLimiter(
  { jitterMs, spacingMs }: Spacing,
  clock: Pick<Clock, "monotonicMs" | "sleep">,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let freeMs = Number.NEGATIVE_INFINITY;
  return async (work) => {
    if (WAITING_MAX <= waiting) throw tooMany(waiting * spacingMs);
    waiting += 1;
    const done = last.then(async () => {
      const waitMs = freeMs - clock.monotonicMs();
      if (0 < waitMs) await clock.sleep(waitMs);
      waiting -= 1;
      try {
        return await work();
      } finally {
        freeMs = clock.monotonicMs() + spacingMs + Math.random() * jitterMs;
      }
    });
    last = done.catch(() => undefined);
    return done;
  };
}

const tooMany = (retryAfterMs: number): MarketDataUnavailable =>
  new MarketDataUnavailable(
    { reason: "rate-limit", retryAfterMs },
    "Too many questions wait for the price provider.",
  );
