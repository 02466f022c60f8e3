import type { RunRecord } from "../../run/run-record.ts";
import { benchmarkName } from "../benchmark-table.ts";

/** What a run's charts set it against: the benchmark that was asked for, else holding the same. */
export interface OwnBenchmark {
  readonly name: string;
  /** What the initial cash would have been worth, a value for each row of equity; undefined where it has none. */
  readonly values: readonly (number | undefined)[];
}

/** A run's curve, and the benchmark that was asked for. */
export interface BesideCurve extends Pick<RunRecord, "equity"> {
  readonly summary?: Pick<RunRecord["summary"], "benchmark">;
}

export function ownBenchmarkOf({ summary, equity }: BesideCurve): OwnBenchmark {
  const asked = summary?.benchmark;
  if (asked === undefined || asked.kind === "hold")
    return { name: "Buy and hold", values: equity.map(({ buyAndHold }) => buyAndHold) };
  return { name: benchmarkName(asked), values: equity.map(({ benchmark }) => benchmark) };
}

/** The same without holes: on days it lacks it is worth what it was before. */
export function carried(values: readonly (number | undefined)[]): readonly number[] {
  let last = values.find((value) => value !== undefined) ?? 0;
  return values.map((value) => (last = value ?? last));
}
