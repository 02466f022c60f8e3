import type { BenchmarkRecord } from "@sevenfold/application/research/metrics/track-record";
import { inputFailure } from "../failure.ts";
import type { KeptEquity, ValueFile } from "./equity-file.ts";

/**
 * The days that both files have: a return of one is set against the same days of the other. A start
 * within the first day stands beside the benchmark's last close before it.
 */
export function alignedValues(
  equity: ValueFile,
  benchmark: ValueFile,
): { readonly benchmark: BenchmarkRecord; readonly warnings: readonly string[] } {
  const closes = new Map(benchmark.days.map((day, index) => [day, benchmark.values[index]!]));
  const startsWithin = equity.days[0] === equity.days[1];
  const start = benchmark.values[benchmark.times.findLastIndex((at) => at <= equity.times[0]!)];
  const paired = equity.days.map((day, index) =>
    startsWithin && index === 0 ? start : closes.get(day),
  );
  const both = paired.flatMap((close, index) => (close === undefined ? [] : [index]));
  const missing = equity.days.length - both.length;
  if (both.length < 2)
    throw inputFailure(
      `${benchmark.path} and ${equity.path} have no two days in common; the benchmark must cover the same dates`,
    );
  return {
    benchmark: {
      values: both.map((index) => equity.values[index]!),
      closes: both.map((index) => paired[index]!),
    },
    warnings:
      missing === 0
        ? []
        : [
            `${benchmark.path} lacks ${missing} of the ${equity.days.length} days of ${equity.path}: alpha and beta leave them out`,
          ],
  };
}

/** What a kept run was set against, on the days it has; undefined where it kept nothing of the kind. */
export function keptBeside({ values, beside }: KeptEquity): BenchmarkRecord | undefined {
  const both = beside.flatMap((close, index) => (close === undefined ? [] : [index]));
  return both.length < 2
    ? undefined
    : {
        values: both.map((index) => values[index]!),
        closes: both.map((index) => beside[index]!),
      };
}
