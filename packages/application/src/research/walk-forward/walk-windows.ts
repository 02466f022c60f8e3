/** Days of a walk, by their place among all trading days: `from` included, `to` not. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Days to choose by, and the later days on which the choice is tried. */
export interface WalkWindow {
  readonly train: DayRange;
  readonly test: DayRange;
}

export interface WalkPlan {
  /** Trading days to choose by; the purged ones come after them. */
  readonly train: number;
  readonly test: number;
  /** Days left out between the two, so that nothing of the one reaches into the other. */
  readonly purge: number;
  /** Whether every choice is made by all days since the first, instead of the last `train` ones. */
  readonly anchored: boolean;
}

/** A last window of fewer than half of its days is left out. */
export function walkWindows(days: number, plan: WalkPlan): readonly WalkWindow[] {
  const windows: WalkWindow[] = [];
  const first = plan.train + plan.purge;
  for (let from = first; from < days; from += plan.test) {
    const to = Math.min(from + plan.test, days);
    if (2 * (to - from) < plan.test) break;
    windows.push({
      train: { from: plan.anchored ? 0 : from - first, to: from - plan.purge },
      test: { from, to },
    });
  }
  return windows;
}
