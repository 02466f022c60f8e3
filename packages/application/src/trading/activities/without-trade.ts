import { type Money, money } from "@sevenfold/domain/money";
import { applyFill, type Position } from "@sevenfold/domain/position";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";

/** The books of one symbol as if a trade had never been. */
export interface WithoutTrade {
  readonly position: Position;
  /** Later sales whose gain is another then: they sold shares of another average cost. */
  readonly revalued: readonly BookedFill[];
  /** By how much all of their gains together are higher. */
  readonly gain: Money;
}

/**
 * Takes a trade out and trades every later one of its symbol once more: average cost and gains are what
 * they would be had it never been. Undefined where that cannot have been: more was sold than was held.
 */
export function withoutTrade(
  held: Position,
  undone: BookedFill,
  later: readonly BookedFill[],
): WithoutTrade | undefined {
  let position = beforeAll(held, [undone, ...later]);
  if (!isSound(position)) return undefined;
  const revalued: BookedFill[] = [];
  let gain = 0;
  for (const fill of later) {
    const after = applyFill(position, fill);
    if (!after.ok) return undefined;
    position = after.value.position;
    const realized = fill.side === "sell" ? money(after.value.realized - fill.fee) : fill.realized;
    if (realized === fill.realized) continue;
    revalued.push({ ...fill, realized });
    gain += realized - fill.realized;
  }
  return { position, revalued, gain: money(gain) };
}

/** What was held before these trades, by how each of them was booked. */
function beforeAll({ costBasis, shares: count }: Position, fills: readonly BookedFill[]): Position {
  let [left, cost]: [number, number] = [count, costBasis];
  for (const fill of fills) {
    left -= fill.side === "buy" ? fill.quantity : -fill.quantity;
    for (const { account, amount } of entryOfBookedFill(fill).postings)
      if (account === "holdings") cost -= amount;
  }
  // What is not sound is for the caller to refuse, and no number of shares.
  return { shares: left as Position["shares"], costBasis: money(cost) };
}

const isSound = ({ costBasis, shares: count }: Position): boolean =>
  0 <= Math.min(count, costBasis) && (count !== 0 || costBasis === 0);
