import { z } from "zod";
import { TickerInput } from "./decimal.ts";
import { endpoint } from "./endpoint.ts";

export const WatchlistView = z.array(z.object({ ticker: z.string() }));
export type WatchlistView = z.infer<typeof WatchlistView>;

export const readWatchlist = endpoint({
  method: "get",
  path: "/api/watchlist",
  input: z.strictObject({}),
  output: WatchlistView,
  access: "signed-in",
  tokens: "read",
});

export const addToWatchlist = endpoint({
  method: "post",
  path: "/api/watchlist",
  input: z.strictObject({ ticker: TickerInput }),
  output: WatchlistView,
  access: "signed-in",
  tokens: "manage",
});

export const removeFromWatchlist = endpoint({
  method: "delete",
  path: "/api/watchlist/:ticker",
  input: z.strictObject({ ticker: TickerInput }),
  output: WatchlistView,
  access: "signed-in",
  tokens: "manage",
});
