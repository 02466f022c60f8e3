import { METRIC_NAMES, type MetricName } from "@sevenfold/application/research/metrics/metric-name";
import { z } from "zod";
import { listOf, NumberOrNull, RunId, Time, versioned } from "./document-parts.ts";

const OfRuns = listOf(NumberOrNull);
const Metrics = Object.fromEntries(METRIC_NAMES.map((name) => [name, OfRuns])) as Record<
  MetricName,
  typeof OfRuns
>;

/** What `sevenfold compare --json` prints. */
export const CompareDocument = z.strictObject({
  ...versioned(1),
  warnings: listOf(z.string()),
  runs: listOf(
    z.strictObject({
      name: z.string(),
      runId: RunId,
      startedAt: Time,
      symbols: listOf(z.string()),
      start: Time,
      end: Time,
      finalEquity: z.number(),
    }),
  ),
  /** By name, what each run has of a setting they differ in. */
  settings: z.record(z.string(), listOf(z.unknown())),
  metrics: z.strictObject(Metrics),
});
export type CompareDocument = z.infer<typeof CompareDocument>;
