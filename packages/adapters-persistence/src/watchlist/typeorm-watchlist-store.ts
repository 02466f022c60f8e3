import { ROWS_MAX, type WatchlistStore } from "@sevenfold/application/ports/storage";
import { type EntityManager, In, Not } from "typeorm";
import { atomically, findRows, insertIfNew, readNamed, remove, update } from "../row.ts";
import { type WatchlistRow, watchlistSchema } from "./watchlist-rows.ts";

export function typeormWatchlistStore(manager: EntityManager): WatchlistStore {
  const tickersOf = async (name: string, condition: string, userId: string) => {
    const text = `SELECT ticker FROM watchlist WHERE ${condition} ORDER BY added_at, id`;
    const rows = await readNamed(manager, { name, text, values: [userId] }, ROWS_MAX);
    return (rows as unknown as readonly Pick<WatchlistRow, "ticker">[]).map(({ ticker }) => ticker);
  };

  return {
    of: (userId) => tickersOf("watched", "user_id = $1", userId),

    chosen: (userId) => tickersOf("chosen", "user_id = $1 AND is_chosen", userId),

    async listedSince(userId) {
      const rows = await findRows(manager, watchlistSchema, {
        where: { userId },
        order: { addedAt: "ASC", id: "ASC" },
        take: ROWS_MAX,
      });
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
