import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A worker that has not pinged for this long is offline. */
export const ONLINE_WITHIN_MS = MINUTE_MS / 2;
/** Market data without any news for this long is none. */
const NEWS_WITHIN_MS = MINUTE_MS / 2;

/** Says that the worker lives, and how. */
export async function pingWorker(
  { clock, prices, storage }: Pick<TradingNeeds, "clock" | "prices" | "storage">,
  workerId: string,
  followed: Iterable<FollowedAccount>,
): Promise<void> {
  const at = clock.now();
  const feed = prices.feed();
  await storage.read.workers.ping({
    workerId,
    at,
    brokerConnected: [...followed].every(({ isStreamConnected }) => isStreamConnected),
    marketDataActive:
      feed.isConnected && feed.lastNewsAt !== undefined && at - feed.lastNewsAt < NEWS_WITHIN_MS,
    ...(feed.message === undefined ? {} : { message: feed.message }),
  });
}

/** Whether any worker lives, by our clock. */
export async function isWorkerOnline(
  { clock, storage }: Pick<TradingNeeds, "clock" | "storage">,
  now: Instant = clock.now(),
): Promise<boolean> {
  const ping = await storage.read.workers.latest();
  return ping !== undefined && now - ping.at < ONLINE_WITHIN_MS;
}
