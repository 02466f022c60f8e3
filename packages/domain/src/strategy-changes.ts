import { ok, type Result, refused } from "./result.ts";
import type { Strategy } from "./strategy.ts";

/** In HYBRID mode the entry band must not be upside down. */
export type StrategyRefusal = { readonly kind: "entry-range-invalid" };

/** The strategy with some of it changed. The stop is part of HYBRID: there it cannot be off. */
export function withChanges(
  strategy: Strategy,
  changes: Partial<Strategy>,
): Result<Strategy, StrategyRefusal> {
  const changed = { ...strategy, ...changes };
  if (changed.mode === "HYBRID") {
    if (changed.buyDropMaxBps < changed.buyDropBps) return refused({ kind: "entry-range-invalid" });
    return ok({ ...changed, stopLossEnabled: true });
  }
  // Who leaves HYBRID leaves its stop there, unless they ask for one.
  const leavesHybrid = strategy.mode === "HYBRID" && changes.stopLossEnabled === undefined;
  return ok(leavesHybrid ? { ...changed, stopLossEnabled: false } : changed);
}
