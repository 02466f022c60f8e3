import { invariant } from "./invariant.ts";
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

/**
 * The return a year that turns the equity into the goal: (goal ÷ equity)^(1 ÷ years) − 1.
 * A fraction, 0.2 is 20%; 0 once the goal is reached. Undefined when nothing is left to
 * grow or no time remains.
 */
export function returnNeeded(equity: Money, goal: Money, years: number): number | undefined {
  if (goal <= equity) return 0;
  if (equity <= 0 || !(0 < years)) return undefined;
  // Where the years are so few that the power overflows, no return would do.
  const needed = (goal / equity) ** (1 / years) - 1;
  return Number.isFinite(needed) ? needed : undefined;
}

/**
 * What the equity becomes at a return a year: equity × (1 + return)^years, to the nearest
 * ten-thousandth, and never more than the largest account we carry.
 */
export function compounded(equity: Money, annualReturn: number, years: number): Money {
  invariant(-1 <= annualReturn && 0 <= years, "a return of at least −100% over years to come");
  const grown = Math.round(equity * (1 + annualReturn) ** years);
  return money(Math.min(grown, ACCOUNT_VALUE_MAX));
}
