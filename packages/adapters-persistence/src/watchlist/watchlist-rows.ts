import type { Instant, Ticker } from "@sevenfold/domain/market";
import { EntitySchema } from "typeorm";
import { flag, now, ofUser, sequence, text, uuid } from "../columns.ts";

export interface WatchlistRow {
  readonly id: number;
  readonly userId: string;
  readonly ticker: Ticker;
  readonly addedAt: Instant;
  readonly isChosen: boolean;
}

export const watchlistSchema = new EntitySchema<WatchlistRow>({
  name: "watchlist",
  columns: {
    id: sequence(),
    userId: uuid(),
    ticker: text(),
    addedAt: now(),
    isChosen: flag({ default: false }),
  },
  uniques: [{ name: "uq_watchlist_user_id_ticker", columns: ["userId", "ticker"] }],
  foreignKeys: [ofUser("watchlist")],
});
