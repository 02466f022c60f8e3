import { bookCash, bookIncome, forgetTrail, trailOf } from "@sevenfold/domain/book";
import { rescale } from "@sevenfold/domain/book-split";
import { money } from "@sevenfold/domain/money";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { ActivityBooked } from "./record-activity.ts";

/**
 * Takes an activity that is on record into the book, as far as memory knows more than the rows: prices
 * since, and the day's baseline. What is left different, the rows tell (`agreeWithRows`).
 */
export function absorbActivity(followed: FollowedAccount, booked: ActivityBooked): void {
  const { book, storedSession, trailVersions } = followed;
  const { activity, isCapital, trail } = booked;
  if (isCapital) {
    const { baseline } = storedSession;
    bookCash(book, activity.amount);
    // Not as it is on record now: that may have moved by more, which the book does not know of yet.
    if (baseline !== undefined)
      followed.storedSession = { ...storedSession, baseline: money(baseline + activity.amount) };
  } else bookIncome(book, activity.amount);
  if (trail === undefined) return;
  const slot = book.slots.get(trail.ticker);
  if (slot === undefined) return;
  if (trail.kind !== "rescaled") {
    if (trail.kind === "ended") forgetTrail(book, slot);
    return;
  }
  const version = trailVersions.get(trail.ticker) ?? 0;
  const hadTrail = trailOf(book, slot) !== undefined;
  rescale(book, slot, trail.ratio.to, trail.ratio.from);
  // The row is the same trail without the prices since: the one in memory goes on from it.
  if (hadTrail) trailVersions.set(trail.ticker, version + 1);
}
