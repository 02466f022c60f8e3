import { trailOf } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";

import type { Tables } from "../../ports/stores/storage.ts";
import type { StoredTrail } from "../../ports/stores/trail-store.ts";
import { adoptTrails, versionOf } from "./adopt-trails.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { UPKEEP, writeAsWorker } from "./write-as-worker.ts";

/**
 * Writes the trails as they stand. A trail that somebody anchored on record since we last looked
 * stays as it is there, and takes the place of ours. Inside the account's mutex only.
 */
export async function saveTrails(
  needs: Pick<TradingNeeds, "clock" | "storage">,
  followed: FollowedAccount,
): Promise<void> {
  const savedAt = needs.clock.now();
  const ours = new Map(storedTrails(followed).map((trail) => [trail.ticker, trail]));
  const merge = async (tables: Tables) => {
    const known = await tables.trails.of(followed.id);
    for (const theirs of known?.trails ?? []) {
      const trail = newerOf(ours.get(theirs.ticker), theirs, followed.trailVersions);
      if (trail) ours.set(theirs.ticker, trail);
    }
    await tables.trails.save({ accountId: followed.id, savedAt, trails: [...ours.values()] });
    return known;
  };
  const stored = await writeAsWorker(needs, followed, merge, UPKEEP);
  adoptTrails(followed, stored);
  // What was let go is on no row any more: who anchors it next counts from the beginning.
  for (const ticker of [...followed.trailVersions.keys()])
    if (!ours.has(ticker)) followed.trailVersions.delete(ticker);
}

/**
 * Ours unless the row's was anchored since, and the later cool-down in any case. Undefined where ours
 * was let go and the row's is the same one.
 */
function newerOf(
  ours: StoredTrail | undefined,
  theirs: StoredTrail,
  versions: FollowedAccount["trailVersions"],
): StoredTrail | undefined {
  const isAnchoredSince = versionOf(versions, theirs.ticker, ours) < theirs.version;
  const trail = isAnchoredSince ? theirs : ours;
  const coolDowns = [theirs.coolDownUntil, ours?.coolDownUntil ?? 0];
  return trail && { ...trail, coolDownUntil: Math.max(...coolDowns) as Instant };
}

export function storedTrails({
  book,
  heardAt,
  trailVersions,
}: Pick<FollowedAccount, "book" | "heardAt" | "trailVersions">): StoredTrail[] {
  const trails: StoredTrail[] = [];
  book.tickers.forEach((ticker, slot) => {
    const trail = trailOf(book, slot);
    if (!trail) return;
    trails.push({
      ticker,
      lastAt: Math.max(trail.since, heardAt[slot] ?? 0) as Instant,
      coolDownUntil: book.coolDownUntil[slot] as Instant,
      sessionsBelow: book.sessionsBelow[slot]!,
      ...(book.skipNext[slot] === 0 ? {} : { skipNext: book.skipNext[slot]! }),
      version: trailVersions.get(ticker) ?? 0,
      ...trail,
    });
  });
  return trails;
}
