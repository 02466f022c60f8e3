import type { WorkerHealth } from "./account-state.ts";
import type { FeedState } from "./price-board.ts";

/**
 * What the prices shown are. "live": they come in, and the worker follows them. "quiet": the market is
 * closed, and nothing is expected. "cached": the last ones known, and nothing is traded on them.
 */
export type MarketDataState =
  | { readonly kind: "live" | "quiet" }
  | {
      readonly kind: "cached";
      readonly because: "worker-offline" | "no-feed" | "worker-without-feed";
    };

/** The one place that says so: rows, ages, failover and monitoring follow it. */
export function marketDataStateOf({
  feed,
  isOpen,
  worker,
}: {
  readonly feed: Pick<FeedState, "isConnected">;
  readonly isOpen: boolean;
  readonly worker: WorkerHealth;
}): MarketDataState {
  if (!worker.isOnline) return { kind: "cached", because: "worker-offline" };
  if (!feed.isConnected) return { kind: "cached", because: "no-feed" };
  if (worker.ping?.marketDataActive) return { kind: "live" };
  return isOpen ? { kind: "cached", because: "worker-without-feed" } : { kind: "quiet" };
}
