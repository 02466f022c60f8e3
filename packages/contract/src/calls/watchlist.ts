import { pushed, rows } from "../call.ts";

export const WATCHLIST_CALLS = rows("Watchlist", {
  readWatchlist: {
    method: "get",
    path: "/api/watchlist",
    access: "signed-in",
    tokens: "read",
    belongsTo: "user",
    fresh: pushed(30_000, ["watchlist"]),
    problems: [],
  },
  addToWatchlist: {
    method: "post",
    path: "/api/watchlist",
    access: "signed-in",
    tokens: "manage",
    belongsTo: "user",
    problems: ["unknown-symbol", "no-price", "watchlist-full"],
  },
  removeFromWatchlist: {
    method: "delete",
    path: "/api/watchlist/:ticker",
    access: "signed-in",
    tokens: "manage",
    belongsTo: "user",
    problems: ["last-chosen"],
  },
});
