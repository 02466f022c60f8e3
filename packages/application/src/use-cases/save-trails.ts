import { type Book, trailOf } from "@sevenfold/domain/book";
import type { Instant, Ticker } from "@sevenfold/domain/market";

import type { StoredTrail } from "../ports/storage.ts";
import { putTrails } from "./book-from-rows.ts";
import type { ConflatedPrices } from "./conflated-prices.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/**
 * Writes the trails as they stand. When somebody put other trails there since we last did (started
 * fresh from the settings), those replace ours instead.
 */
export async function saveTrails(
  { clock, storage }: Pick<TradingNeeds, "clock" | "storage">,
  followed: FollowedAccount,
): Promise<void> {
  const savedAt = clock.now();
  const trails = storedTrails(followed.book, followed.prices);
  const theirs = await storage.transact(async (tables) => {
    await tables.accounts.lock(followed.id);
    const stored = await tables.trails.of(followed.id);
    if (stored && stored.savedAt !== followed.trailsSavedAt) return stored;
    await tables.trails.save({ accountId: followed.id, savedAt, trails });
    return undefined;
  });
  if (theirs) putTrails(followed.book, theirs);
  followed.trailsSavedAt = theirs?.savedAt ?? savedAt;
}

/** Takes over trails somebody else put there, before a decision is made on the old ones. */
export async function adoptTrails(
  { storage }: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> {
  const stored = await storage.read.trails.of(followed.id);
  if (!stored || stored.savedAt === followed.trailsSavedAt) return;
  putTrails(followed.book, stored);
  followed.trailsSavedAt = stored.savedAt;
}

export function storedTrails(book: Book, prices: Pick<ConflatedPrices, "at">): StoredTrail[] {
  const trails: StoredTrail[] = [];
  book.tickers.forEach((ticker: Ticker, slot) => {
    const trail = trailOf(book, slot);
    if (!trail) return;
    trails.push({
      ticker,
      lastAt: Math.max(trail.since, prices.at[slot] ?? 0) as Instant,
      coolDownUntil: book.coolDownUntil[slot] as Instant,
      sessionsBelow: book.sessionsBelow[slot]!,
      ...trail,
    });
  });
  return trails;
}
