import type { Instant, Ticker } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { now, ofUser, sequence, text, uuid } from "../columns.ts";

interface WatchlistRow {
  readonly id: number;
  readonly userId: string;
  readonly ticker: Ticker;
  readonly addedAt: Instant;
}

export const watchlistSchema = new EntitySchema<WatchlistRow>({
  name: "watchlist",
  columns: { id: sequence(), userId: uuid(), ticker: text(), addedAt: now() },
  uniques: [{ name: "uq_watchlist_user_id_ticker", columns: ["userId", "ticker"] }],
  foreignKeys: [ofUser("watchlist")],
});
