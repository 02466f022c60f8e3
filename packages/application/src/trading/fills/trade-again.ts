import { type Money, money, shares } from "@sevenfold/domain/money";
import { applyFill, type Position } from "@sevenfold/domain/position";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";

/** What trades on record come to when they are traded once more, on another holding than they were. */
export interface TradedAgain {
  readonly position: Position;
  /** Sales whose gain is another then: they sold shares of another average cost. */
  readonly revalued: readonly BookedFill[];
  /** By how much all of their gains together are higher. */
  readonly gain: Money;
  /** From the first on that sells more than is held: these were not traded. */
  readonly left: readonly BookedFill[];
}

export function tradeAgain(held: Position, fills: readonly BookedFill[]): TradedAgain {
  let position = held;
  const revalued: BookedFill[] = [];
  let gain = 0;
  for (const [index, fill] of fills.entries()) {
    const after = applyFill(position, fill);
    if (!after.ok) return { position, revalued, gain: money(gain), left: fills.slice(index) };
    position = after.value.position;
    const realized = fill.side === "sell" ? money(after.value.realized - fill.fee) : fill.realized;
    if (realized === fill.realized) continue;
    revalued.push({ ...fill, realized });
    gain += realized - fill.realized;
  }
  return { position, revalued, gain: money(gain), left: [] };
}

/** What was held before these trades, by how each of them was booked; undefined where that is no holding. */
export const heldBefore = (held: Position, fills: readonly BookedFill[]): Position | undefined =>
  moved(held, fills, -1);

/** What is held after these trades, likewise. */
export const heldAfter = (held: Position, fills: readonly BookedFill[]): Position | undefined =>
  moved(held, fills, 1);

function moved(
  { costBasis, shares: held }: Position,
  fills: readonly BookedFill[],
  way: -1 | 1,
): Position | undefined {
  let [count, cost]: [number, number] = [held, costBasis];
  for (const fill of fills) {
    count += way * (fill.side === "buy" ? fill.quantity : -fill.quantity);
    for (const { account, amount } of entryOfBookedFill(fill).postings)
      if (account === "holdings") cost += way * amount;
  }
  const isSound = 0 <= Math.min(count, cost) && (count !== 0 || cost === 0);
  return isSound ? { shares: shares(count), costBasis: money(cost) } : undefined;
}
