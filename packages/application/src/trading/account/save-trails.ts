import { trailOf } from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import type { StoredTrail, TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { versionOf } from "./adopt-trails.ts";
import { bookToRead } from "./book-in-hand.ts";
import type { FollowedAccount } from "./followed-account.ts";

/**
 * The trails as they are to be on record. One that somebody anchored on record since we last looked
 * stays as it is there, and takes the place of ours.
 */
export function mergedTrails(
  followed: FollowedAccount,
  known: TrailSnapshot | undefined,
): readonly StoredTrail[] {
  const ours = new Map(storedTrails(followed).map((trail) => [trail.ticker, trail]));
  for (const theirs of known?.trails ?? []) {
    const trail = newerOf(ours.get(theirs.ticker), theirs, followed.trailVersions);
    if (trail) ours.set(theirs.ticker, trail);
  }
  return [...ours.values()];
}

/** What was let go is on no row any more: who anchors it next counts from the beginning. */
export function forgetVersions(
  { trailVersions }: Pick<FollowedAccount, "trailVersions">,
  { trails }: TrailSnapshot,
): void {
  const saved = new Set(trails.map(({ ticker }) => ticker));
  for (const ticker of [...trailVersions.keys()])
    if (!saved.has(ticker)) trailVersions.delete(ticker);
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

function storedTrails(
  followed: Pick<FollowedAccount, "heardAt" | "inHand" | "trailVersions">,
): StoredTrail[] {
  const book = bookToRead(followed);
  const { heardAt, trailVersions } = followed;
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
