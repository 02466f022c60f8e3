import { sketchOf } from "@sevenfold/application/research/metrics/try-clusters";
import { keysOf, type SweepSpace } from "@sevenfold/application/research/sweep/sweep-space";
import { skillSpansIn, trialNumber } from "@sevenfold/application/research/sweep/trial-row";
import type { TriedConfiguration } from "./trial-ledger.ts";

/** Which of the trials, from one on to before another; all of them without it. */
interface TrialRange {
  readonly from: number;
  readonly to: number;
}

/** Configurations of a sweep over so many days, as the ledger counts them. */
export function triedIn(
  space: SweepSpace,
  rows: Float64Array,
  days: number,
  { from, to }: TrialRange = { from: 0, to: space.trials },
): readonly TriedConfiguration[] {
  const keys = keysOf(space);
  return Array.from({ length: to - from }, (_, place) => ({
    key: keys[from + place]!,
    sharpe: trialNumber(rows, from + place, "sharpe"),
    sketch: () => sketchOf(skillSpansIn(rows, from + place, days)),
  }));
}
