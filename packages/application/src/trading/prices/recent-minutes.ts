import { type Bar, type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";

import type { Ports } from "../../ports.ts";

export interface RecentMinutes {
  /** The whole minutes of a symbol from the one that holds the instant until now, oldest first. */
  since(ticker: Ticker, from: Instant): Promise<readonly Bar[]>;
}

/**
 * Minute bars up to now, for accounts that are taken up together, as after a restart: what several of
 * them ask within a minute is asked of the provider once, unless it failed. Kept for as long as this is.
 */
export function openRecentMinutes({
  clock,
  marketData,
}: Pick<Ports, "clock" | "marketData">): RecentMinutes {
  let asked = new Map<string, Promise<readonly Bar[]>>();
  let until = 0;
  return {
    since(ticker, from) {
      const end = minuteOf(clock.now());
      if (end !== until) asked = new Map();
      until = end;
      const start = minuteOf(from);
      const key = `${ticker} ${start}`;
      const known = asked.get(key);
      if (known) return known;
      const own = asked;
      const bars = marketData.bars({ ticker, interval: "minute", start, end });
      own.set(key, bars);
      bars.catch(() => own.delete(key));
      return bars;
    },
  };
}

const minuteOf = (at: Instant): Instant => (Math.floor(at / MINUTE_MS) * MINUTE_MS) as Instant;
