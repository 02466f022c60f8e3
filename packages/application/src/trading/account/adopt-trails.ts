import { markAt, restoreSlot, restoreTrail, trailOf, widenTrail } from "@sevenfold/domain/book";
import type { Ticker } from "@sevenfold/domain/market";
import { follow } from "@sevenfold/domain/trail";

import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { noteFillPrice } from "./price-basis.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Remembered = Pick<
  FollowedAccount,
  "basis" | "book" | "heardAt" | "inHand" | "reconciling" | "trailVersions"
>;

/**
 * Takes over what the rows know and the book does not: trails that were anchored on record, by
 * whoever it was, and cool-downs that end later. A trail of the version the book has stays as it is
 * there: the row is the same trail with fewer prices. The book is taken only where something is new,
 * because the account is handed the next price then. Inside the account's mutex only.
 * `by`: what anchored them; the price of a sale that is taken back is of before the one it replaces,
 * and the next price is told by it alone.
 */
export function adoptTrails(
  followed: Remembered,
  stored: TrailSnapshot | undefined,
  by: "fill" | "undone-sale" = "fill",
): void {
  const { trailVersions } = followed;
  // Which of them have a trail, and until when they cool down, is nothing a price that waits changes.
  const { known } = followed.inHand;
  for (const trail of stored?.trails ?? []) {
    const { coolDownUntil, sessionsBelow, skipNext, ticker, version } = trail;
    const slot = known.slots.get(ticker);
    if (slot === undefined) continue;
    const ours = known.high[slot] === 0 ? undefined : trail;
    const isSame = version <= versionOf(trailVersions, ticker, ours);
    if (isSame && coolDownUntil <= known.coolDownUntil[slot]!) continue;
    const { book } = followed;
    // Once what waits is in the book.
    const { heardAt } = followed;
    if (book.coolDownUntil[slot]! < coolDownUntil) restoreSlot(book, slot, { coolDownUntil });
    if (isSame) continue;
    const before = trailOf(book, slot);
    if (before && !skipNext && by === "fill")
      noteAnchor(followed, slot, { from: before.last, to: trail.last });
    restoreTrail(book, slot, trail);
    restoreSlot(book, slot, { sessionsBelow, ...(skipNext && { skipNext }) });
    trailVersions.set(ticker, version);
    // Its price is the latest there is, and may be of other shares than the one before: after a split.
    if (before && (heardAt[slot] ?? 0) <= trail.lastAt) markAt(book, slot, trail.last);
    // What was heard after the fact that anchored it belongs to the new trail.
    if (before && trail.lastAt < (heardAt[slot] ?? 0))
      widenTrail(book, slot, follow(trail, { price: before.last }));
  }
}

/** What another process booked may be at a price of other shares than those in the books, as what is booked here. */
function noteAnchor(
  { basis, book, reconciling }: Remembered,
  slot: number,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const before = { held: book.held[slot]!, last: from };
  if (noteFillPrice(basis, book.tickers[slot]!, to, before) === "asking") reconciling.ring();
}

/** The version of what the book has of a symbol; one that began here is of none on record: 0. */
export const versionOf = (
  versions: FollowedAccount["trailVersions"],
  ticker: Ticker,
  trail: object | undefined,
): number => versions.get(ticker) ?? (trail ? 0 : -1);

/** Reads the stored trails and takes them over, before a decision is made on older ones. */
export async function refreshTrails(
  { storage }: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
): Promise<void> {
  adoptTrails(followed, await storage.read.trails.of(followed.id));
}
