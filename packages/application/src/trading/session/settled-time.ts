import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { TradingNeeds } from "../account/trading-needs.ts";

/** What two machines that ask a time server never differ by. */
const APART_MS = 5 * MINUTE_MS;

/**
 * A time that is over for this machine and for the database: what is removed by it cannot be got back,
 * so a clock that is ahead removes nothing early, whichever of the two it is.
 */
export async function settledTime({
  clock,
  log,
  storage,
}: Pick<TradingNeeds, "clock" | "log" | "storage">): Promise<Instant> {
  const theirs = await storage.read.leases.now();
  const aheadMs = clock.now() - theirs;
  if (APART_MS < Math.abs(aheadMs)) log.warn("database-clock-differs", { aheadMs });
  return instant(Math.min(clock.now(), theirs));
}
