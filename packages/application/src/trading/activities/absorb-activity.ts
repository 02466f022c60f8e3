import {
  bookCash,
  bookIncome,
  forgetTrail,
  restorePosition,
  trailOf,
} from "@sevenfold/domain/book";
import { rescale } from "@sevenfold/domain/book-split";
import { money } from "@sevenfold/domain/money";
import { adoptTrails } from "../account/adopt-trails.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { forgetUnwatched } from "../account/forget-unwatched.ts";
import { forgetOldShares } from "../account/own-trading.ts";
import type { ActivityBooked } from "./record-activity.ts";

/**
 * Takes an activity that is on record into the book, as far as memory knows more than the rows: prices
 * since, and the day's baseline. What is left different, the rows tell (`agreeWithRows`). Cash that was
 * moved for shares is taken in with them, or neither is: equity with one of the two would be a loss or
 * a gain that nobody made, for as long as the rows take to be read.
 */
export function absorbActivity(followed: FollowedAccount, booked: ActivityBooked): void {
  // Shares that come of what was sold out and is off the list are on no trail of before.
  if (0 < booked.holdings.size) forgetUnwatched(followed);
  absorbCash(followed, booked);
  const { kind, ticker } = booked.activity;
  // Its prices are of the shares in the books again.
  if (kind === "split" && ticker !== undefined) {
    followed.basis.jumped.delete(ticker);
    forgetOldShares(followed, ticker);
  }
  const { book, trailVersions } = followed;
  const { trail } = booked;
  if (trail === undefined) return;
  const slot = book.slots.get(trail.ticker);
  if (slot === undefined) return;
  if (trail.kind !== "rescaled") {
    if (trail.kind === "ended") forgetTrail(book, slot);
    // Before a price is heard: that of the holding that was sold, and is back, is none to decide by.
    else if (trail.kind === "anchored") adoptTrails(followed, booked.trails, "undone-sale");
    return;
  }
  const version = trailVersions.get(trail.ticker) ?? 0;
  const hadTrail = trailOf(book, slot) !== undefined;
  rescale(book, slot, trail.ratio.to, trail.ratio.from);
  // The row is the same trail without the prices since: the one in memory goes on from it.
  if (hadTrail) trailVersions.set(trail.ticker, version + 1);
}

function absorbCash(followed: FollowedAccount, booked: ActivityBooked): void {
  const { book, storedSession } = followed;
  const { activity, isCapital } = booked;
  if (isCapital) {
    const { baseline } = storedSession;
    bookCash(book, activity.amount);
    // Not as it is on record now: that may have moved by more, which the book does not know of yet.
    if (baseline !== undefined)
      followed.storedSession = { ...storedSession, baseline: money(baseline + activity.amount) };
    return;
  }
  // What splits or ends a holding is left to the rows: the trail goes with it.
  const isOfShares =
    0 < booked.holdings.size && (activity.amount !== 0 || booked.trail === undefined);
  if (isOfShares && !absorbHolding(followed, booked)) return;
  bookIncome(book, activity.amount);
}

/** False where the rows have to tell: the book knows another holding than was found on record. */
function absorbHolding(
  { book }: FollowedAccount,
  { activity: { shares: moved, ticker }, holdings }: ActivityBooked,
): boolean {
  const slot = ticker && book.slots.get(ticker);
  const after = ticker && holdings.get(ticker);
  if (slot === undefined || !after || book.held[slot]! + moved !== after.shares) return false;
  const { costBasis, isManaged: managed, shares: held } = after;
  restorePosition(book, slot, { held, costBasis, managed });
  return true;
}
