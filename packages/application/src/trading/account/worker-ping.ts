import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";

import {
  SEEN_HALTS_MAX,
  type SeenHalt,
  type SeenMarket,
  type WorkerPing,
} from "../../ports/stores/worker-store.ts";
import type { FeedState } from "../prices/feed-state.ts";
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

/** Under which workers are seen by one another. */
export const WORKER_SEATS = "worker/";
/** How long a worker counts as alive without a word; as long as its leases. */
const SEAT_MS = 15_000;

export const seatOf = (workerId: string) => ({
  name: `${WORKER_SEATS}${workerId}`,
  owner: workerId,
});

/** Says that the worker lives, and how; to the other workers, for as long as a lease lasts. */
export async function pingWorker(
  {
    clock,
    notice,
    prices,
    realMarket,
    storage,
  }: Pick<TradingNeeds, "clock" | "notice" | "prices" | "realMarket" | "storage">,
  workerId: string,
  followed: Iterable<Pick<FollowedAccount, "account" | "isStreamConnected">>,
  /** Of those that failed: nobody hears their brokers, or not for long yet. */
  unsteady: Iterable<string> = [],
): Promise<void> {
  const at = clock.now();
  const feed = prices.feed();
  const message = feed.message ?? notice?.();
  const exchangeHalts = [
    ...seenHalts(feed, false),
    ...(realMarket ? seenHalts(realMarket.prices.feed(), true) : []),
  ].slice(0, SEEN_HALTS_MAX);
  const accounts = [...followed];
  const builtIn = accounts.some(({ account }) => account.venue === "built-in");
  const real = accounts.some(({ account }) => account.venue !== "built-in");
  // A visitor who has just come does not see their broker as lost.
  const unheard = accounts
    .filter(
      ({ account, isStreamConnected }) =>
        !isStreamConnected && FIRST_CONNECTION_MS <= at - account.createdAt,
    )
    .map(({ account }) => account.id);
  const disconnected = [...new Set([...unsteady, ...unheard])];
  const ping: WorkerPing = {
    workerId,
    at,
    brokerConnected: disconnected.length === 0,
    ...(disconnected.length === 0
      ? {}
      : { disconnectedAccounts: disconnected.slice(0, DISCONNECTED_MAX) }),
    // Where nobody needs prices none are asked for: that is no silence.
    marketDataActive: !builtIn || isActive(feed, at),
    ...(realMarket && {
      realMarket: real ? seenMarket(realMarket.prices.feed(), at) : UNASKED,
    }),
    ...(message === undefined ? {} : { message }),
    ...(exchangeHalts.length === 0 ? {} : { exchangeHalts }),
  };
  await storage.transact(
    async ({ seats, workers }) => {
      await seats.take({ durationMs: SEAT_MS, ...seatOf(workerId) });
      await workers.ping(ping);
    },
    { isUrgent: true },
  );
}

const seenHalts = ({ halts = [] }: FeedState, isRealMarket: boolean): readonly SeenHalt[] =>
  halts.map(({ because, resumedAt, since, ticker }) => ({
    ...{ ticker, since, because, isRealMarket },
    ...(resumedAt === undefined ? {} : { resumedAt }),
  }));

const isActive = ({ isConnected, lastNewsAt }: FeedState, at: Instant): boolean =>
  isConnected && lastNewsAt !== undefined && at - lastNewsAt < NEWS_WITHIN_MS;

const UNASKED: SeenMarket = { isActive: true, isForOrders: false };

/** A provider that is asked in turn says less often that it works than one that streams. */
const seenMarket = (feed: FeedState, at: Instant): SeenMarket => ({
  isActive: feed.isForOrders ? isActive(feed, at) : feed.isConnected,
  isForOrders: feed.isForOrders,
  ...(feed.message === undefined ? {} : { message: feed.message }),
});

/** Whether any worker lives, by our clock. */
export async function isWorkerOnline(
  { clock, storage }: Pick<TradingNeeds, "clock" | "storage">,
  now: Instant = clock.now(),
): Promise<boolean> {
  const ping = await storage.read.workers.latest();
  return ping !== undefined && now - ping.at < ONLINE_WITHIN_MS;
}
