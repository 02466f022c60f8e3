import type { Ticker } from "@sevenfold/domain/market";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import { stockOf } from "@sevenfold/domain/stocks";
import { selectedAccount } from "../account/selected-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { inMarketOf } from "../prices/venue-prices.ts";
import type { Refusal } from "../safeguards/refusal.ts";

/** A watchlist holds at most so many symbols. */
export const WATCHED_MAX = 200;

export type WatchlistRefusal =
  | Extract<Refusal, { kind: "unknown-symbol" | "no-price" }>
  | { readonly kind: "watchlist-full"; readonly max: number }
  | LastChosen;

/** The only symbol that was chosen for the agent: where none is, it may enter all of them. */
export interface LastChosen {
  readonly kind: "last-chosen";
  readonly ticker: Ticker;
}

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "prices" | "realMarket" | "storage">;

export interface WatchlistChange {
  readonly userId: string;
  readonly ticker: Ticker;
}

/** Watches a symbol that some market lists. Answers the list as it is then. */
export const addToWatchlist =
  (needs: Needs) =>
  async ({
    userId,
    ticker,
  }: WatchlistChange): Promise<
    Result<readonly Ticker[], Exclude<WatchlistRefusal, LastChosen>>
  > => {
    const { clock, storage } = needs;
    const watched = await storage.read.watchlist.of(userId);
    if (watched.includes(ticker)) return ok(watched);
    const account = await selectedAccount(storage.read, userId);
    const { prices } = account.ok ? inMarketOf(needs, account.value) : needs;
    const listed = await prices.ask(ticker);
    if (listed === "unknown-symbol") return refused({ kind: listed, ticker });
    // While no provider answers, those we know ourselves can still be watched.
    if (listed === "no-price" && !stockOf(ticker)) return refused({ kind: listed, ticker });
    const added = await storage.transact(async ({ watchlist }) => {
      const before = await watchlist.of(userId);
      if (before.includes(ticker)) return before;
      if (WATCHED_MAX <= before.length) return undefined;
      await watchlist.add(userId, ticker, clock.now());
      return watchlist.of(userId);
    });
    if (!added) return refused({ kind: "watchlist-full", max: WATCHED_MAX });
    prices.watch([ticker]);
    await announce(needs, userId);
    return ok(added);
  };

/**
 * Watches a symbol no longer; one that is held stays followed. Answers the list as it is then. Whoever
 * chose this one alone for the agent has to choose others first: nobody asked it to enter the rest.
 */
export const removeFromWatchlist =
  (needs: Needs) =>
  async ({ userId, ticker }: WatchlistChange): Promise<Result<readonly Ticker[], LastChosen>> => {
    const left = await needs.storage.transact(async ({ users, watchlist }) => {
      // One choice of a user at a time.
      await users.change(userId, (row) => row);
      const chosen = await watchlist.chosen(userId);
      if (chosen.length === 1 && chosen[0] === ticker) return undefined;
      await watchlist.remove(userId, ticker);
      return watchlist.of(userId);
    });
    if (left === undefined) return refused({ kind: "last-chosen", ticker });
    await announce(needs, userId);
    return ok(left);
  };

/** Every account of the user follows the one list. */
async function announce({ announcer, storage }: Needs, userId: string): Promise<void> {
  for (const { id } of await storage.read.accounts.ofUser(userId))
    announcer.announce({ accountId: id, userId, topic: "watchlist" });
}
