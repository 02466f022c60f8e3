import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type { WatchlistStore } from "@sevenfold/application/ports/stores/watchlist-store";
import { type EntityManager, In, Not } from "typeorm";
import { atomically, insertIfNew, remove, update } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import { type WatchlistRow, watchlistSchema } from "./watchlist-rows.ts";

const LISTED = selectionOf<WatchlistRow>(watchlistSchema, ["ticker", "addedAt"]);
const TICKER = selectionOf<Pick<WatchlistRow, "ticker">>(watchlistSchema, ["ticker"]);
const OF_USER = "FROM watchlist WHERE user_id = $1";
const IN_ORDER = `ORDER BY added_at, watchlist.id LIMIT ${ROWS_MAX}`;

export function typeormWatchlistStore(manager: EntityManager): WatchlistStore {
  const tickers = async (name: string, which: string, userId: string) => {
    const text = `SELECT ${TICKER.text} ${which} ${IN_ORDER}`;
    return (await rowsOf(manager, TICKER, { name, text, values: [userId] })).map(
      ({ ticker }) => ticker,
    );
  };

  return {
    of: (userId) => tickers("watched", OF_USER, userId),

    chosen: (userId) => tickers("chosen", `${OF_USER} AND is_chosen`, userId),

    async listedSince(userId) {
      const text = `SELECT ${LISTED.text} ${OF_USER} ${IN_ORDER}`;
      const rows = await rowsOf(manager, LISTED, { name: "watched-since", text, values: [userId] });
      return new Map(rows.map(({ addedAt, ticker }) => [ticker, addedAt]));
    },

    async add(userId, ticker, addedAt) {
      await insertIfNew(manager, watchlistSchema, { userId, ticker, addedAt });
    },

    async remove(userId, ticker) {
      await remove(manager, watchlistSchema, { userId, ticker });
    },

    choose: (userId, tickers) =>
      atomically(manager, async (inside) => {
        const chosen = { userId, ticker: In([...tickers]) };
        const others = { userId, ticker: Not(In([...tickers])) };
        await update(inside, watchlistSchema, chosen, { isChosen: true });
        await update(inside, watchlistSchema, others, { isChosen: false });
      }),
  };
}
