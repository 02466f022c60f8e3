import { CALLS } from "@sevenfold/contract/calls";
import type { WatchlistView } from "@sevenfold/contract/watchlist";
import { mutate } from "swr";
import { call } from "../api/call.ts";
import { wordsOf } from "../api/problem-error.ts";
import { useEndpoint } from "../api/use-endpoint.ts";
import { tellError, tellSuccess } from "../ui/notices.ts";

export const useWatchlist = () => useEndpoint(CALLS.readWatchlist);

/** True when it stands there now; otherwise the user has been told why not. */
export async function watch(ticker: string, watched: WatchlistView = []): Promise<boolean> {
  const isKnown = watched.some((entry) => entry.ticker === ticker);
  try {
    await mutate(CALLS.readWatchlist.path, await call(CALLS.addToWatchlist, { ticker }), {
      revalidate: false,
    });
    void mutate(CALLS.readWorkerStatus.path);
    if (isKnown) tellSuccess("Nothing to add", `${ticker} is on the watchlist already.`);
    else tellSuccess("Stock added to watchlist", `${ticker} is watched from now on.`);
    return true;
  } catch (thrown) {
    tellError("Failed to add stock", wordsOf(thrown, "Please try again"));
    return false;
  }
}

/** True when it has gone from there; otherwise the user has been told why not. */
export async function unwatch(ticker: string): Promise<boolean> {
  try {
    await mutate(CALLS.readWatchlist.path, await call(CALLS.removeFromWatchlist, { ticker }), {
      revalidate: false,
    });
    void mutate(CALLS.readWorkerStatus.path);
    tellSuccess("Stock removed from watchlist", `${ticker} is no longer watched.`);
    return true;
  } catch (thrown) {
    tellError("Failed to remove stock", wordsOf(thrown, "Please try again"));
    return false;
  }
}
