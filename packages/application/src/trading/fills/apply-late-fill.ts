import { money, notionalOf, shares } from "@sevenfold/domain/money";
import {
  type AfterFill,
  applyFill,
  type Position,
  type SoldMoreThanHeld,
  type Trade,
} from "@sevenfold/domain/position";
import { ok, type Result } from "@sevenfold/domain/result";

/**
 * The holding after a fill that is told after later ones of its symbol are booked. What a sell takes
 * along is its part of what was held as it happened: of what was bought since it sold nothing. Where
 * some of that is sold already, its gain is on record, and the fills count as they are told.
 */
export function applyLateFill(
  held: Position,
  trade: Trade,
  later: readonly Trade[],
): Result<AfterFill, SoldMoreThanHeld> {
  const isPlain = trade.side === "buy" || later.some(({ side }) => side === "sell");
  if (isPlain || later.length === 0) return applyFill(held, trade);
  const bought = later.reduce((sum, { quantity }) => sum + quantity, 0);
  const paid = later.reduce((sum, { price, quantity }) => sum + notionalOf(price, quantity), 0);
  const [left, cost] = [held.shares - bought, held.costBasis - paid];
  if (Math.min(left, cost) < 0) return applyFill(held, trade);
  const sold = applyFill({ shares: shares(left), costBasis: money(cost) }, trade);
  if (!sold.ok) return applyFill(held, trade);
  const { position, realized } = sold.value;
  return ok({
    position: {
      shares: shares(position.shares + bought),
      costBasis: money(position.costBasis + paid),
    },
    realized,
  });
}
