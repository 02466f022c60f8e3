import {
  addToWatchlist,
  removeFromWatchlist,
} from "@sevenfold/application/trading/settings/change-watchlist";
import * as contract from "@sevenfold/contract/watchlist";
import type { Ticker } from "@sevenfold/domain/market";
import { ok } from "@sevenfold/domain/result";

import type { HttpNeeds } from "../http-needs.ts";
import { tickerFrom } from "../orders/ticket-draft.ts";
import { forUser, type Route, type View, view } from "../route.ts";

const presentWatchlist = (tickers: readonly Ticker[]): contract.WatchlistView =>
  tickers.map((ticker) => ({ ticker }));

export const watchlistViews = ({ storage }: HttpNeeds): readonly View[] => [
  view(contract.readWatchlist, async ({ user }) =>
    ok(presentWatchlist(await storage.read.watchlist.of(user.id))),
  ),
];

export const watchlistRoutes = (needs: HttpNeeds): readonly Route[] => [
  forUser(contract.addToWatchlist, async ({ user, input }) => {
    const change = { userId: user.id, ticker: tickerFrom(input.ticker) };
    const watched = await addToWatchlist(needs)(change);
    return watched.ok ? ok(presentWatchlist(watched.value)) : watched;
  }),
  forUser(contract.removeFromWatchlist, async ({ user, input }) => {
    const change = { userId: user.id, ticker: tickerFrom(input.ticker) };
    const watched = await removeFromWatchlist(needs)(change);
    return watched.ok ? ok(presentWatchlist(watched.value)) : watched;
  }),
];
