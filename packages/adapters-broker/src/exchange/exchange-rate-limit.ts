import type { Instant } from "@sevenfold/domain/market";

const WINDOW_MS = 60_000;
const BUCKETS_MAX = 50_000;

export interface RateStanding {
  readonly isAllowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts requests per bucket and clock minute, and says so in the three headers clients read. */
export function rateLimit(perMinute: number): (bucket: string, at: Instant) => RateStanding {
  let minute = -1;
  const used = new Map<string, number>();
  return (bucket, at) => {
    const current = Math.floor(at / WINDOW_MS);
    if (current !== minute || BUCKETS_MAX < used.size) used.clear();
    minute = current;
    const count = (used.get(bucket) ?? 0) + 1;
    used.set(bucket, count);
    return {
      isAllowed: count <= perMinute,
      headers: {
        "X-RateLimit-Limit": String(perMinute),
        "X-RateLimit-Remaining": String(Math.max(0, perMinute - count)),
        "X-RateLimit-Reset": String(((current + 1) * WINDOW_MS) / 1_000),
      },
    };
  };
}
