import { type Money, money, mulDivHalfEven, shares } from "@sevenfold/domain/money";
import type { Position } from "@sevenfold/domain/position";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { heldBefore, type TradedAgain, tradeAgain } from "../fills/trade-again.ts";

/** A holding after shares came or left without a trade. */
export interface SharesMoved extends Omit<TradedAgain, "left"> {
  /** What those that left had cost. */
  readonly released: Money;
}

/**
 * Counts as of when it happened: what was traded since, `later`, is traded once more after it, so that
 * average cost and gains are what they would be had it been told in time. Where that cannot have been it
 * counts as it is told. Undefined where more left than there is.
 */
export const moveShares = (
  held: Position,
  moving: Moving,
  later: readonly BookedFill[],
): SharesMoved | undefined => movedBefore(held, moving, later) ?? movedBefore(held, moving, []);

/** Shares that came, negative where they left, and what those that came cost. */
interface Moving {
  readonly came: number;
  readonly cost: Money;
}

function movedBefore(
  held: Position,
  moving: Moving,
  later: readonly BookedFill[],
): SharesMoved | undefined {
  const before = later.length === 0 ? held : heldBefore(held, later);
  const count = before && before.shares + moving.came;
  if (before === undefined || count === undefined || count < 0) return undefined;
  const costBasis = costAfter(before, moving);
  const again = tradeAgain({ shares: shares(count), costBasis }, later);
  if (0 < again.left.length) return undefined;
  const { gain, position, revalued } = again;
  return { position, released: money(before.costBasis - costBasis), gain, revalued };
}

/** Where nobody says what they cost, shares come at no cost; they leave with their part of it. */
function costAfter({ costBasis, shares: held }: Position, { came, cost }: Moving): Money {
  if (0 <= came) return money(costBasis + cost);
  const left = held + came;
  return money(left === 0 ? 0 : mulDivHalfEven(costBasis, left, held));
}
