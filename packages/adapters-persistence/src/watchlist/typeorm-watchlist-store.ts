import type { WatchlistStore } from "@sevenfold/application/ports/storage";
import type { EntityManager } from "typeorm";
import { insertIfNew } from "../row.ts";
import { watchlistSchema } from "./watchlist-rows.ts";

export function typeormWatchlistStore(manager: EntityManager): WatchlistStore {
  return {
    async of(userId) {
      const stored = await manager.find(watchlistSchema, {
        where: { userId },
        order: { addedAt: "ASC", id: "ASC" },
      });
      return stored.map(({ ticker }) => ticker);
    },

    async add(userId, ticker, addedAt) {
      await insertIfNew(manager, watchlistSchema, { userId, ticker, addedAt });
    },

    async remove(userId, ticker) {
      await manager.delete(watchlistSchema, { userId, ticker });
    },
  };
}
