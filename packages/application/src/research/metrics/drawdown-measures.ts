import { depthsOf } from "@sevenfold/domain/drawdown";
import type { Instant } from "@sevenfold/domain/market";
import { estimated, measured, unmeasured } from "./metric.ts";
import { meanOf, sumOf } from "./sample.ts";
import { type Measure, NO_DAYS, type TrackFacts } from "./track-record.ts";

/** A way down from a high-water mark and, where it was found, back to it. Indexes count the values. */
export interface Drawdown {
  readonly peak: number;
  readonly trough: number;
  /** The first value at or above the peak again; undefined while it lasts. */
  readonly recovery: number | undefined;
  /** Negative fraction of the peak. */
  readonly depth: number;
}

/** The deepest of them, at most 0. */
export const maxDrawdownOf = (values: readonly number[]): number =>
  depthsOf(values).reduce((deepest, depth) => Math.min(deepest, depth), 0);

/** Every drawdown in the order of time. */
export function drawdownsOf(values: readonly number[]): readonly Drawdown[] {
  const drawdowns: Drawdown[] = [];
  let peak = 0;
  let trough = 0;
  const close = (recovery: number | undefined): void => {
    if (values[trough]! < values[peak]!)
      drawdowns.push({ peak, trough, recovery, depth: values[trough]! / values[peak]! - 1 });
  };
  for (let day = 1; day < values.length; day++) {
    if (values[day]! < values[trough]!) trough = day;
    if (values[day]! < values[peak]!) continue;
    close(day);
    peak = day;
    trough = day;
  }
  close(undefined);
  return drawdowns;
}

/** Days from the peak to the recovery; while it lasts, to the end. */
export const lengthOf = ({ peak, recovery }: Drawdown, values: readonly number[]): number =>
  (recovery ?? values.length - 1) - peak;

const onValues =
  (measure: Measure): Measure =>
  (facts) => {
    if ((facts.values[0] ?? 0) <= 0) return unmeasured("no starting equity");
    return facts.values.length < 2 ? unmeasured(NO_DAYS) : measure(facts);
  };

/** min(C ÷ cummax(C) − 1), the start included: 0 or a negative fraction. */
export const maxDrawdown: Measure = onValues(({ values }) => measured(maxDrawdownOf(values)));

/** Mean depth of the drawdowns. */
export const averageDrawdown: Measure = onValues(({ values }) => {
  const all = drawdownsOf(values);
  return all.length === 0
    ? unmeasured("no drawdown")
    : measured(meanOf(all.map(({ depth }) => depth)));
});

/** Days from a high-water mark back to it, at the longest. */
export const longestDrawdownDays: Measure = onValues(({ values }) =>
  measured(drawdownsOf(values).reduce((most, each) => Math.max(most, lengthOf(each, values)), 0)),
);

/** Days from the trough of the deepest drawdown back to its peak. */
export const recoveryDays: Measure = onValues(({ values }) => {
  const deepest = deepestOf(values);
  if (deepest === undefined) return unmeasured("no drawdown");
  if (deepest.recovery === undefined) return unmeasured("not recovered yet");
  return measured(deepest.recovery - deepest.trough);
});

const deepestOf = (values: readonly number[]): Drawdown | undefined =>
  drawdownsOf(values).toSorted((one, other) => one.depth - other.depth)[0];

/** √(Σ depth² ÷ divisor of the days). Martin and McCann 1989. */
export const ulcerIndexOver = (divisorOf: (facts: TrackFacts) => number): Measure =>
  onValues((facts) => {
    const divisor = divisorOf(facts);
    if (divisor < 1) return unmeasured("fewer than two days");
    const squares = depthsOf(facts.values).map((depth) => depth ** 2);
    return estimated(Math.sqrt(sumOf(squares) / divisor), facts.isShort);
  });

/** Total return ÷ |deepest drawdown|. */
export const recoveryFactor: Measure = onValues((facts) => {
  const depth = maxDrawdownOf(facts.values);
  if (depth === 0) return unmeasured("no drawdown");
  const total = facts.values.at(-1)! / facts.values[0]! - 1;
  return estimated(total / Math.abs(depth), facts.isShort);
});

/** A drawdown as dates and days. */
export interface DatedDrawdown {
  readonly depth: number;
  readonly peakAt: Instant;
  readonly troughAt: Instant;
  readonly recoveredAt: Instant | undefined;
  /** From the peak to the recovery, or to the end. */
  readonly days: number;
  /** Of them, from the peak to the trough, and from there to the recovery. */
  readonly daysDown: number;
  readonly daysBack: number | undefined;
}

/** The deepest drawdowns, deepest first, and the one that still lasts wherever it ranks. */
export function deepestDrawdowns(
  { values, times }: Pick<TrackFacts, "values" | "times">,
  count: number,
): readonly DatedDrawdown[] {
  const all = drawdownsOf(values).toSorted((one, other) => one.depth - other.depth);
  return all
    .filter(({ recovery }, rank) => rank < count || recovery === undefined)
    .map((drawdown) => {
      const { peak, trough, recovery, depth } = drawdown;
      return {
        depth,
        peakAt: times[peak]!,
        troughAt: times[trough]!,
        recoveredAt: recovery === undefined ? undefined : times[recovery]!,
        days: lengthOf(drawdown, values),
        daysDown: trough - peak,
        daysBack: recovery === undefined ? undefined : recovery - trough,
      };
    });
}
