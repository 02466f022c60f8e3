import type { Position } from "@sevenfold/domain/position";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { heldBefore, type TradedAgain, tradeAgain } from "../fills/trade-again.ts";

/**
 * The books of one symbol as if a trade had never been: it is taken out, and every later one of its
 * symbol is traded once more, so that average cost and gains are what they would be then. Undefined
 * where that cannot have been: more was sold than was held.
 */
export function withoutTrade(
  held: Position,
  undone: BookedFill,
  later: readonly BookedFill[],
): TradedAgain | undefined {
  const before = heldBefore(held, [undone, ...later]);
  const again = before && tradeAgain(before, later);
  return again?.left.length === 0 ? again : undefined;
}
