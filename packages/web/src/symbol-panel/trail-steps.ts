import type { BarView } from "@sevenfold/contract/market";
import type { TrailView } from "@sevenfold/contract/worker";

export interface TrailStep {
  readonly start: string;
  readonly high: number;
  readonly low: number;
}

/**
 * How the trail's extremes came to be, bar by bar since it was anchored, in dollars. Bars show more
 * than the worker heard, so no step goes beyond what the trail has reached by now; and where the
 * extreme is older than the bars, it has stood all the time.
 */
export function trailSteps(trail: TrailView, bars: readonly BarView[]): readonly TrailStep[] {
  const since = Date.parse(trail.since);
  const own = bars.filter((_, index) => since < (startOf(bars[index + 1]) ?? Infinity));
  const isOlder = own.length === bars.length && since < (startOf(bars[0]) ?? since);
  const highest = Math.max(...own.map((bar) => bar.high));
  const lowest = Math.min(...own.map((bar) => bar.low));
  let high = isOlder && highest < trail.high ? trail.high : Number.NEGATIVE_INFINITY;
  let low = isOlder && trail.low < lowest ? trail.low : Number.POSITIVE_INFINITY;
  return own.map((bar, index) => {
    const isLast = index === own.length - 1;
    high = isLast ? trail.high : Math.min(trail.high, Math.max(high, bar.high));
    low = isLast ? trail.low : Math.max(trail.low, Math.min(low, bar.low));
    return { start: bar.start, high, low };
  });
}

const startOf = (bar: BarView | undefined): number | undefined => bar && Date.parse(bar.start);
