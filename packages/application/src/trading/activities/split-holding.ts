import { type Money, money, mulDivHalfEven, shares } from "@sevenfold/domain/money";
import { type Position, splitPosition } from "@sevenfold/domain/position";
import type { SplitActivity } from "../../ports/activity.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import { heldBefore, type TradedAgain, tradeAgain } from "../fills/trade-again.ts";

/** New shares for old ones, in smallest numbers. */
export interface SplitRatio {
  readonly from: number;
  readonly to: number;
  /** Told by the venue, or such as companies choose: prices may be rescaled by it. */
  readonly isSure: boolean;
}

export interface AfterSplitActivity extends Partial<Pick<TradedAgain, "gain" | "revalued">> {
  readonly position: Position;
  /** The cost of the fraction of a share that is gone; cash for it is an activity of its own. */
  readonly released: Money;
  /** Absent where no share is left and none was told. */
  readonly ratio?: SplitRatio;
}

/** Both sides of a ratio that a company chooses stay below this. */
const PLAIN_MAX = 100;

/** By what a split has multiplied shares; where the venue tells no ratio, by how many there were and are. */
export function ratioOfSplit({ after, before, ratio }: SplitActivity): SplitRatio | undefined {
  if (ratio) return { ...lowest(ratio), isSure: true };
  if (before < 1 || after < 1) return undefined;
  const told = lowest({ from: before, to: after });
  return { ...told, isSure: told.from <= PLAIN_MAX && told.to <= PLAIN_MAX };
}

/**
 * The holding after a split that the venue has made of `before` shares. Shares that were bought or sold
 * before the split was told are of the new kind already, and stay. Undefined where fewer are held here
 * than the split took: somebody is wrong.
 */
export function splitHolding(
  held: Position,
  activity: SplitActivity,
): AfterSplitActivity | undefined {
  const { after, before } = activity;
  const ratio = ratioOfSplit(activity);
  const left = held.shares - before + after;
  if (left < 0) return undefined;
  const split = splitPosition(
    { shares: before, costBasis: held.costBasis },
    ratio?.to ?? 0,
    ratio?.from ?? 1,
  );
  const released = releasedOf(split.released, split.position.shares, activity, held);
  const costBasis = left === 0 ? 0 : held.costBasis - released;
  return {
    position: { shares: shares(left), costBasis: money(costBasis) },
    released: money(held.costBasis - costBasis),
    ...(ratio ? { ratio } : {}),
  };
}

/**
 * The same, where what was split is what was held before `later` was traded: that is traded once more, of
 * the new shares, so that average cost and gains are what they would be had the split been told in time.
 * Undefined where nothing was traded since, or it cannot have been so.
 */
export function splitBefore(
  held: Position,
  activity: SplitActivity,
  later: readonly BookedFill[] = [],
): AfterSplitActivity | undefined {
  const before = later.length === 0 ? undefined : heldBefore(held, later);
  if (before?.shares !== activity.before) return undefined;
  const after = splitHolding(before, activity);
  const again = after && tradeAgain(after.position, later);
  if (!after || !again || 0 < again.left.length) return undefined;
  const { gain, position, revalued } = again;
  return { ...after, position, gain, revalued };
}

/** A fraction that was held beside whole shares may have become one of them: then nothing is gone. */
function releasedOf(
  released: Money,
  whole: number,
  { after, before }: SplitActivity,
  { costBasis, shares: held }: Position,
): number {
  if (held !== before || whole < after) return 0;
  if (after === whole || whole === 0) return released;
  return costBasis - mulDivHalfEven(costBasis - released, after, whole);
}

function lowest({ from, to }: { readonly from: number; readonly to: number }) {
  const divisor = greatestDivisor(from, to);
  return { from: from / divisor, to: to / divisor };
}

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
