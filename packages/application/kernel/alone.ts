import { noteEntry } from "./account.ts";
import { areEntriesClosed, exitShares, MAY_ENTER, STAYS, sizeAt, wishAt } from "./decide.ts";
import { fillOrder, log } from "./fills.ts";
import { CLOSE, count, OPEN, wordAt } from "./market.ts";
import { fillAfter, firstAfterFill, leaveUnfilled } from "./orders.ts";
import { tradeRoundTrips } from "./round-trips.ts";
import { isBare } from "./rule.ts";
import { COLUMNS, firstOf, HELD } from "./slot.ts";
import { seek } from "./trail.ts";
import { entryWaits, exitWaits, remember, waitAt, waitsOf } from "./waits.ts";

/** From where on a close that is remembered would have been sought; below 0 where it was. */
let soughtFrom: i32 = -1;

/**
 * Trades the one symbol of an account. What it decides fills before it decides again: no order stands
 * in a line, no cash is kept aside, and no other symbol is asked.
 */
export function tradeAlone(slot: usize): void {
  const open = load<usize>(load<usize>(slot, COLUMNS), OPEN);
  soughtFrom = -1;
  let n = seek(slot, firstOf(slot));
  const inRoundTrips = isBare && log === 0 && entryWaits() !== 0 && exitWaits() !== 0;
  while (n < count) {
    if (inRoundTrips && load<i32>(slot, HELD) === 0) {
      const soldAt = tradeRoundTrips(slot, n);
      if (0 <= soldAt) {
        soughtFrom = -1;
        n = seekFresh(slot, soldAt, soldAt);
        if (n === count) return;
      }
    }
    const reason = wishAt(slot, n);
    const quantity = sharesAt(slot, n, reason);
    if (quantity < 1) {
      n = goOn(slot, n + 1);
      continue;
    }
    const at = fillAfter(open, n);
    if (at === count) {
      leaveUnfilled();
      return;
    }
    const from = firstAfterFill(open, at);
    const isFilled = fillOrder(slot, 0, at, reason, quantity);
    // Its trail begins at the fill, with no past to work out.
    if (isFilled) soughtFrom = -1;
    const isWhole = reason === MAY_ENTER || load<i32>(slot, HELD) === 0;
    n = isFilled && isWhole ? seekFresh(slot, at, from) : goOn(slot, from);
  }
}

function sharesAt(slot: usize, n: i32, reason: i32): i32 {
  if (reason === STAYS) return 0;
  if (reason !== MAY_ENTER) return exitShares(slot, reason);
  const price = wordAt(load<usize>(load<usize>(slot, COLUMNS), CLOSE), n);
  const quantity = areEntriesClosed(n) ? 0 : i32(sizeAt(price));
  if (0 < quantity) noteEntry(n);
  return quantity;
}

/** The first close that a trail waits for which began at the fill at an instant. */
function seekFresh(slot: usize, at: i32, from: i32): i32 {
  const table = waitsOf(slot);
  if (table === 0) return seek(slot, from);
  const known = waitAt(table, at);
  if (0 <= known) {
    soughtFrom = from;
    return known;
  }
  const found = seek(slot, from);
  remember(table, at, found);
  return found;
}

/** The next close from `from` on, with the extremes of before, which a remembered close has not left. */
function goOn(slot: usize, from: i32): i32 {
  if (0 <= soughtFrom) seek(slot, soughtFrom);
  soughtFrom = -1;
  return seek(slot, from);
}
