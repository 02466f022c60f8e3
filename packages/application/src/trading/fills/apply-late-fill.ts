import { NO_MONEY } from "@sevenfold/domain/money";
import {
  type AfterFill,
  applyFill,
  type Position,
  type SoldMoreThanHeld,
  type Trade,
} from "@sevenfold/domain/position";
import { ok, type Result } from "@sevenfold/domain/result";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { heldAfter, heldBefore, type TradedAgain, tradeAgain } from "./trade-again.ts";

/** The holding after a fill, and later sales on record whose gain is another for it. */
export type AfterLateFill = AfterFill & Pick<TradedAgain, "gain" | "revalued">;

/**
 * The holding after a fill that is told after later ones of its symbol are booked, `later`, the oldest
 * first: they are traded once more after it, so that average cost and gains are what they would be had it
 * been told in time. Where another one is missing still they go on as they were booked, from the first on
 * that would sell more than is held: the missing one has them traded once more when it is told.
 */
export function applyLateFill(
  held: Position,
  trade: Trade,
  later: readonly BookedFill[],
): Result<AfterLateFill, SoldMoreThanHeld> {
  const before = 0 < later.length ? heldBefore(held, later) : undefined;
  const inTime = before && applyFill(before, trade);
  if (inTime?.ok) {
    const { gain, left, position, revalued } = tradeAgain(inTime.value.position, later);
    const after = heldAfter(position, left);
    if (after) return ok({ position: after, realized: inTime.value.realized, revalued, gain });
  }
  const asTold = applyFill(held, trade);
  return asTold.ok ? ok({ ...asTold.value, revalued: [], gain: NO_MONEY }) : asTold;
}
