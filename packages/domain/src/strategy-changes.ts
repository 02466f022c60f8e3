import { ok, type Result, refused } from "./result.ts";
import type { Strategy } from "./strategy.ts";

export type StrategyRefusal =
  /** In HYBRID mode the entry band must not be upside down. */
  | { readonly kind: "entry-range-invalid" }
  /** No live price feed tells of bar patterns yet: every entry would wait for ever. */
  | { readonly kind: "patterns-unavailable" };

/** The strategy with some of it changed. The stop is part of HYBRID: there it cannot be off. */
export function withChanges(
  strategy: Strategy,
  changes: Partial<Strategy>,
): Result<Strategy, StrategyRefusal> {
  const changed = { ...strategy, ...changes };
  if (changes.patternConfirmation === "require") return refused({ kind: "patterns-unavailable" });
  if (changed.mode === "HYBRID") {
    if (changed.buyDropMaxBps < changed.buyDropBps) return refused({ kind: "entry-range-invalid" });
    return ok({ ...changed, stopLossEnabled: true });
  }
  // Who leaves HYBRID leaves its stop there, unless they ask for one.
  const leavesHybrid = strategy.mode === "HYBRID" && changes.stopLossEnabled === undefined;
  return ok(leavesHybrid ? { ...changed, stopLossEnabled: false } : changed);
}
