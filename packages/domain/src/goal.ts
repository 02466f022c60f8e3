import {
  ACCOUNT_VALUE_MAX,
  BPS_PER_ONE,
  type Bps,
  bps,
  type Money,
  money,
  mulDivFloor,
} from "./money.ts";
import { ok, type Result, refused } from "./result.ts";

/** Where a trader started and where they want to be: by default 7 × $100,000. */
export interface Goal {
  readonly start: Money;
  readonly target: Money;
}

export type GoalRefusal =
  | { readonly kind: "goal-not-above-start"; readonly start: Money; readonly target: Money }
  | { readonly kind: "goal-too-large"; readonly target: Money; readonly limit: Money };

/** A goal that can be measured, or why it cannot. */
export function goalFrom(start: Money, target: Money): Result<Goal, GoalRefusal> {
  if (target <= start) return refused({ kind: "goal-not-above-start", start, target });
  if (ACCOUNT_VALUE_MAX < target)
    return refused({ kind: "goal-too-large", target, limit: money(ACCOUNT_VALUE_MAX) });
  return ok({ start, target });
}

/**
 * (equity − start) ÷ (goal − start), held between 0 and 1, in basis points.
 * Rounded down, so that 100% means reached.
 */
export function progressOf(equity: Money, start: Money, goal: Money): Bps {
  if (goal <= equity) return bps(BPS_PER_ONE);
  if (equity <= start) return bps(0);
  return bps(mulDivFloor(equity - start, BPS_PER_ONE, goal - start));
}
