import {
  DIALECTS,
  METRIC_NAMES,
  type MetricName,
} from "@sevenfold/application/research/metrics/metric-name";
import { z } from "zod";
import { Day, listOf, Month, madeOf, NumberOrNull, versioned } from "./document-parts.ts";

const Numbers = Object.fromEntries(METRIC_NAMES.map((name) => [name, NumberOrNull])) as Record<
  MetricName,
  typeof NumberOrNull
>;
const Words = z.partialRecord(z.enum(METRIC_NAMES), z.string());

/** Every number of a track record, and what there is to say of it. */
export const metricFields = {
  dialect: z.enum(DIALECTS),
  metrics: z.strictObject({ days: z.number(), closedTrades: z.number(), ...Numbers }),
  metricNotes: Words,
  smallSample: listOf(z.enum(METRIC_NAMES)),
  definitions: Words,
};

/** The deepest drawdowns and the months. */
export const pathFields = {
  drawdowns: listOf(
    z.strictObject({
      depth: z.number(),
      peak: Day,
      trough: Day,
      recovered: Day.nullable(),
      days: z.number(),
      daysDown: z.number(),
      daysBack: NumberOrNull,
    }),
  ),
  years: listOf(z.strictObject({ year: z.number(), return: z.number() })),
  months: listOf(z.strictObject({ month: Month, return: z.number() })),
};

/** What `sevenfold metrics --json` prints. */
export const MetricsDocument = z.strictObject({
  ...versioned(1),
  ...madeOf,
  start: Day,
  end: Day,
  startEquity: NumberOrNull,
  endEquity: NumberOrNull,
  riskFree: z.number(),
  ...metricFields,
  ...pathFields,
});
export type MetricsDocument = z.infer<typeof MetricsDocument>;
