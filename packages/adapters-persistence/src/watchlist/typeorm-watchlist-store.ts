import type { WatchlistStore } from "@sevenfold/application/ports/storage";
import { type EntityManager, type FindOptionsWhere, In, Not } from "typeorm";
import { atomically, findRows, insertIfNew } from "../row.ts";
import { type WatchlistRow, watchlistSchema } from "./watchlist-rows.ts";

export function typeormWatchlistStore(manager: EntityManager): WatchlistStore {
  const tickersOf = async (where: FindOptionsWhere<WatchlistRow>) => {
    const order = { addedAt: "ASC", id: "ASC" } as const;
    const stored = await findRows<WatchlistRow>(manager, watchlistSchema, { where, order });
    return stored.map(({ ticker }) => ticker);
  };

  return {
    of: (userId) => tickersOf({ userId }),

    chosen: (userId) => tickersOf({ userId, isChosen: true }),

    async add(userId, ticker, addedAt) {
      await insertIfNew(manager, watchlistSchema, { userId, ticker, addedAt });
    },

    async remove(userId, ticker) {
      await manager.delete(watchlistSchema, { userId, ticker });
    },

    choose: (userId, tickers) =>
      atomically(manager, async (inside) => {
        const chosen = { userId, ticker: In([...tickers]) };
        const others = { userId, ticker: Not(In([...tickers])) };
        await inside.update(watchlistSchema, chosen, { isChosen: true });
        await inside.update(watchlistSchema, others, { isChosen: false });
      }),
  };
}
