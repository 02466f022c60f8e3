import type { FeedState } from "../trading/prices/feed-state.ts";
import type { VenuePrices } from "../trading/prices/venue-prices.ts";
import type { WorkerHealth } from "./account-state.ts";

/**
 * What the prices shown are. "live": they come in, and the worker follows them. "shown": they come in, and
 * nothing is entered on them, because they are late or only asked for now and then. "quiet": the market is
 * closed, and nothing is expected. "cached": the last ones known, and nothing is traded on them.
 */
export type MarketDataState =
  | { readonly kind: "live" | "shown" | "quiet" }
  | {
      readonly kind: "cached";
      readonly because: "worker-offline" | "no-feed" | "not-set-up" | "worker-without-feed";
    };

/** The one place that says so: rows, ages, failover and monitoring follow it. */
export function marketDataStateOf({
  feed,
  isFollowed,
  isOpen,
  venuePrices,
  worker,
}: {
  readonly feed: Pick<FeedState, "isConnected">;
  /** The worker hears prices of this market. */
  readonly isFollowed: boolean;
  readonly isOpen: boolean;
  readonly venuePrices: VenuePrices;
  readonly worker: Pick<WorkerHealth, "isOnline">;
}): MarketDataState {
  if (!worker.isOnline) return { kind: "cached", because: "worker-offline" };
  if (venuePrices === "none") return { kind: "cached", because: "not-set-up" };
  if (!feed.isConnected) return { kind: "cached", because: "no-feed" };
  if (isFollowed) return { kind: venuePrices === "own" ? "live" : "shown" };
  return isOpen ? { kind: "cached", because: "worker-without-feed" } : { kind: "quiet" };
}
