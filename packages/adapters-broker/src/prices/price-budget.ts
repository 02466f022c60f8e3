import type { Clock } from "@sevenfold/application/ports/clock";
import type { MarketDataTrouble } from "@sevenfold/application/ports/market-data";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import { CallBudget } from "../call-budget.ts";

/** What a provider's plan lets us ask. A call may count for several: one for each symbol. */
export interface PricePlan {
  readonly perMinute: number;
  readonly perHour?: number;
  /** Counted from 00:00 UTC. */
  readonly perDay?: number;
}

/** The calls that a plan still lets us make. */
export interface PriceBudget {
  /** Takes so many, or none and says what stands against it. */
  take(count: number): MarketDataTrouble | undefined;
  /** The provider said "too often": nothing more for so long. */
  blockFor(durationMs: number): void;
  /** The provider said that the day's are gone: others may be asking under the same key. */
  spendDay(): void;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Counted in memory, and from nothing after a restart: then it is the provider that says when the day's
 * calls are gone.
 */
export function priceBudget(
  plan: PricePlan,
  clock: Pick<Clock, "monotonicMs" | "now">,
): PriceBudget {
  const minute = new CallBudget({ perMinute: plan.perMinute, reserve: 0 }, () =>
    clock.monotonicMs(),
  );
  const hour = spentIn(HOUR_MS, plan.perHour);
  const day = spentIn(DAY_MS, plan.perDay);
  return {
    take(count) {
      const now = clock.now();
      if (!day.has(count, now)) return { reason: "budget-spent", until: day.until(now) };
      if (!hour.has(count, now))
        return { reason: "rate-limit", retryAfterMs: hour.until(now) - now };
      const retryAfterMs = minute.take("ordinary", count);
      if (0 < retryAfterMs) return { reason: "rate-limit", retryAfterMs };
      hour.add(count, now);
      day.add(count, now);
      return undefined;
    },
    blockFor: (durationMs) => minute.blockFor(durationMs),
    spendDay: () => day.spend(clock.now()),
  };
}

/** What was spent of an hour or a day of UTC, which begin anew for everybody at once. */
function spentIn(lengthMs: number, limit = Number.POSITIVE_INFINITY) {
  let window = Number.NaN;
  let spent = 0;
  const renew = (now: Instant) => {
    const current = Math.floor(now / lengthMs);
    if (current === window) return;
    window = current;
    spent = 0;
  };
  return {
    has(count: number, now: Instant): boolean {
      renew(now);
      return spent + count <= limit;
    },
    add(count: number, now: Instant): void {
      renew(now);
      spent += count;
    },
    spend(now: Instant): void {
      renew(now);
      spent = Number.POSITIVE_INFINITY;
    },
    until: (now: Instant): Instant => ((Math.floor(now / lengthMs) + 1) * lengthMs) as Instant,
  };
}
