import { z } from "zod";
import { TickerInput } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";

export const WatchlistView = z.array(z.object({ ticker: z.string() }));
export type WatchlistView = z.infer<typeof WatchlistView>;

export const readWatchlist = endpoint("readWatchlist", {
  input: z.strictObject({}),
  output: WatchlistView,
});

export const addToWatchlist = endpoint("addToWatchlist", {
  input: z.strictObject({ ticker: TickerInput }),
  output: WatchlistView,
});

export const removeFromWatchlist = endpoint("removeFromWatchlist", {
  input: z.strictObject({ ticker: TickerInput }),
  output: WatchlistView,
});
