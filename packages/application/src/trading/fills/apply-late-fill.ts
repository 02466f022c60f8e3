import { money, NO_MONEY } from "@sevenfold/domain/money";
import {
  type AfterFill,
  applyFill,
  type Position,
  type SoldMoreThanHeld,
  type Trade,
} from "@sevenfold/domain/position";
import { ok, type Result } from "@sevenfold/domain/result";
import { heldAfter, heldBefore, type TradedAgain, tradeAgain } from "./trade-again.ts";
import type { TradedAround } from "./traded-around.ts";

/** The holding after a fill, and sales on record whose gain is another for it. */
export type AfterLateFill = AfterFill & Pick<TradedAgain, "gain" | "revalued">;

/**
 * The holding after a fill that is told after later ones of its symbol are booked: they are traded once
 * more after it, so that average cost and gains are what they would be had it been told in time. Where
 * another one is missing still they go on as they were booked, from the first on that would sell more than
 * is held, or it counts as it is told. The missing one sets that right when it is told, for earlier ones
 * are traded once more before it.
 */
export function applyLateFill(
  held: Position,
  trade: Trade,
  around: TradedAround,
): Result<AfterLateFill, SoldMoreThanHeld> {
  const inTime =
    toldInTime(held, trade, around) ?? toldInTime(held, trade, { ...around, earlier: [] });
  if (inTime) return ok(inTime);
  const asTold = applyFill(held, trade);
  return asTold.ok ? ok({ revalued: [], gain: NO_MONEY, ...asTold.value }) : asTold;
}

/** Undefined where it cannot have been so by what is on record. */
function toldInTime(
  held: Position,
  trade: Trade,
  { earlier, later }: TradedAround,
): AfterLateFill | undefined {
  if (later.length === 0) return undefined;
  const before = heldBefore(held, [...earlier, ...later]);
  const until = before && tradeAgain(before, earlier);
  if (!until || 0 < until.left.length) return undefined;
  const told = applyFill(until.position, trade);
  if (!told.ok) return undefined;
  const since = tradeAgain(told.value.position, later);
  const position = heldAfter(since.position, since.left);
  return (
    position && {
      position,
      realized: told.value.realized,
      revalued: [...until.revalued, ...since.revalued],
      gain: money(until.gain + since.gain),
    }
  );
}
