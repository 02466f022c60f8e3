import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import type { WorkerPing } from "../ports/storage.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** A worker that has not pinged for this long is offline. */
export const ONLINE_WITHIN_MS = MINUTE_MS / 2;
/** Market data without any news for this long is none. */
const NEWS_WITHIN_MS = MINUTE_MS / 2;

/** So long an account just opened may take to connect before it counts as disconnected. */
const FIRST_CONNECTION_MS = 15_000;

/** With more it is not said whose: then it is everybody's. */
const DISCONNECTED_MAX = 1_000;

/** Whether the worker that sent the ping reaches the account's broker. */
export function hasBroker(
  { brokerConnected, disconnectedAccounts = [] }: WorkerPing,
  accountId: string,
): boolean {
  if (brokerConnected) return true;
  const isKnown = 0 < disconnectedAccounts.length && disconnectedAccounts.length < DISCONNECTED_MAX;
  return isKnown && !disconnectedAccounts.includes(accountId);
}

/** The ping that tells of an account: its own worker's while that lives, the newest otherwise. */
export const pingAbout = (pings: readonly WorkerPing[], at: Instant): WorkerPing | undefined =>
  pings.find((ping) => at - ping.at < ONLINE_WITHIN_MS) ?? pings.at(-1);

/** Says that the worker lives, and how. */
export async function pingWorker(
  { clock, prices, storage }: Pick<TradingNeeds, "clock" | "prices" | "storage">,
  workerId: string,
  followed: Iterable<Pick<FollowedAccount, "account" | "isStreamConnected">>,
): Promise<void> {
  const at = clock.now();
  const feed = prices.feed();
  // A visitor who has just come does not see their broker as lost.
  const disconnected = [...followed]
    .filter(
      ({ account, isStreamConnected }) =>
        !isStreamConnected && FIRST_CONNECTION_MS <= at - account.createdAt,
    )
    .map(({ account }) => account.id);
  await storage.read.workers.ping({
    workerId,
    at,
    brokerConnected: disconnected.length === 0,
    ...(disconnected.length === 0
      ? {}
      : { disconnectedAccounts: disconnected.slice(0, DISCONNECTED_MAX) }),
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
