import { ROWS_MAX } from "@sevenfold/application/ports/stores/storage";
import type { WatchlistStore } from "@sevenfold/application/ports/stores/watchlist-store";
import { type EntityManager, In, Not } from "typeorm";
import { atomically, insertIfNew, remove, update } from "../row.ts";
import { rowsOf, selectionOf } from "../statement.ts";
import { type WatchlistRow, watchlistSchema } from "./watchlist-rows.ts";

const LISTED = selectionOf<WatchlistRow>(watchlistSchema);
const OF = `SELECT ${LISTED.text} FROM watchlist WHERE user_id = $1`;
const CHOSEN = `${OF} AND is_chosen`;
const IN_ORDER = `ORDER BY added_at, watchlist.id LIMIT ${ROWS_MAX}`;

export function typeormWatchlistStore(manager: EntityManager): WatchlistStore {
  const listed = (name: string, text: string, userId: string) =>
    rowsOf(manager, LISTED, { name, text: `${text} ${IN_ORDER}`, values: [userId] });
  const tickerOf = ({ ticker }: WatchlistRow) => ticker;

  return {
    of: async (userId) => (await listed("watched", OF, userId)).map(tickerOf),

    chosen: async (userId) => (await listed("chosen", CHOSEN, userId)).map(tickerOf),

    async listedSince(userId) {
      const rows = await listed("watched", OF, userId);
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
