import { useCallback, useSyncExternalStore } from "react";
import { lineNow, onLine } from "./line.ts";
import { type KnownPrice, priceOf } from "./price-store.ts";
import { onPulse } from "./pulse.ts";
import { serverNow } from "./server-clock.ts";

/** A price made longer ago is never called live, and no order is estimated by it. */
export const PRICE_AGE_MAX_MS = 60_000;

/** How good a price is: of now; of a short while ago; too old to go by; or there is none. */
export type Standing = "live" | "recent" | "old" | "unknown";

let isFeedLive = true;

/** What the server says of its own prices: the browser never makes more of them. */
export function noteFeed(isLive: boolean): void {
  isFeedLive = isLive;
}
export const isFeedLiveNow = (): boolean => isFeedLive;

export function standingOf(known: KnownPrice | undefined): Standing {
  if (known === undefined) return "unknown";
  if (PRICE_AGE_MAX_MS < serverNow() - known.at) return "old";
  return lineNow() === "live" && isFeedLive ? "live" : "recent";
}

/** Re-renders when it changes, also by growing old. */
export function useStanding(ticker: string): Standing {
  const subscribe = useCallback((listener: () => void) => {
    const [offLine, offPulse] = [onLine(listener), onPulse(listener)];
    return () => {
      offLine();
      offPulse();
    };
  }, []);
  return useSyncExternalStore(subscribe, () => standingOf(priceOf(ticker)));
}
