import type { BenchmarkRecord } from "@sevenfold/application/research/metrics/track-record";
import { inputFailure } from "../failure.ts";
import type { ValueFile } from "./equity-file.ts";

/** The days that both files have: a return of one is set against the same days of the other. */
export function alignedValues(
  equity: ValueFile,
  benchmark: ValueFile,
): { readonly benchmark: BenchmarkRecord; readonly warnings: readonly string[] } {
  const closes = new Map(benchmark.days.map((day, index) => [day, benchmark.values[index]!]));
  const both = equity.days.flatMap((day, index) => (closes.has(day) ? [index] : []));
  const missing = equity.days.length - both.length;
  if (both.length < 2)
    throw inputFailure(
      `${benchmark.path} and ${equity.path} have no two days in common; the benchmark must cover the same dates`,
    );
  return {
    benchmark: {
      values: both.map((index) => equity.values[index]!),
      closes: both.map((index) => closes.get(equity.days[index]!)!),
    },
    warnings:
      missing === 0
        ? []
        : [
            `${benchmark.path} lacks ${missing} of the ${equity.days.length} days of ${equity.path}: alpha and beta leave them out`,
          ],
  };
}
