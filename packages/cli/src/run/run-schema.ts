import {
  DIALECTS,
  METRIC_NAMES,
  type MetricName,
} from "@sevenfold/application/research/metrics/metric-name";
import { z } from "zod";

/** config.json: what a run was asked, and all that it takes to ask it again. */
export const RunConfig = z.looseObject({
  schemaVersion: z.literal(1),
  command: z.string(),
  runId: z.string(),
  startedAt: z.iso.datetime(),
  engineVersion: z.string(),
  inputsHash: z.string(),
  /** The paths as they were given, and the flags as they were typed: `--config` takes both. */
  bars: z.array(z.string()).readonly(),
  flags: z.record(z.string(), z.string()),
  inputs: z.array(z.object({ path: z.string(), sha256: z.string() })).readonly(),
  settings: z.record(z.string(), z.unknown()),
  /** What the numbers take for granted, in sentences. */
  assumptions: z.array(z.string()).readonly(),
});
export type RunConfig = z.infer<typeof RunConfig>;

const NumberOrNull = z.number().nullable().default(null);
const METRICS = Object.fromEntries(METRIC_NAMES.map((name) => [name, NumberOrNull])) as Record<
  MetricName,
  typeof NumberOrNull
>;

/** What a result was set against, and how that itself did. */
export const BenchmarkSummary = z.object({
  kind: z.enum(["hold", "symbol", "file"]),
  name: z.string(),
  days: z.number(),
  totalReturn: NumberOrNull,
  cagr: NumberOrNull,
  annualVolatility: NumberOrNull,
  sharpe: NumberOrNull,
  maxDrawdown: NumberOrNull,
});

/** metrics.json: what came of a run, but for the lists that have files of their own. */
export const RunSummary = z.looseObject({
  schemaVersion: z.literal([1, 2, 3]),
  warnings: z.array(z.string()).readonly(),
  symbols: z.array(z.string()).readonly(),
  bars: z.number(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  initialCash: z.number(),
  finalEquity: z.number(),
  finalCash: z.number(),
  buyAndHoldReturn: z.number(),
  openPositions: z
    .array(
      z.looseObject({
        symbol: z.string(),
        shares: z.number(),
        entryPrice: z.number(),
        lastPrice: z.number(),
        marketValue: z.number(),
        unrealizedPL: z.number(),
        /** Of the entry, which no sale has taken over. Absent in runs of before it was noted. */
        fees: z.number().default(0),
      }),
    )
    .readonly(),
  actions: z
    .array(
      z.looseObject({
        symbol: z.string(),
        time: z.iso.datetime(),
        /** Absent in runs of before it was noted. */
        earned: z.number().optional(),
        paid: z.number(),
      }),
    )
    .readonly()
    .default([]),
  dialect: z.enum(DIALECTS),
  metrics: z.object({ days: z.number(), closedTrades: z.number(), ...METRICS }),
  metricNotes: z.partialRecord(z.enum(METRIC_NAMES), z.string()),
  smallSample: z.array(z.enum(METRIC_NAMES)).readonly(),
  definitions: z.partialRecord(z.enum(METRIC_NAMES), z.string()),
  /** Absent in runs of before it was noted. */
  blocked: z
    .object({
      byGate: z
        .array(
          z.object({
            side: z.enum(["buy", "sell"]),
            gate: z.string(),
            times: z.number(),
            prices: z.number(),
          }),
        )
        .readonly(),
      listed: z.number(),
      leftOut: z.number(),
    })
    .optional(),
  drawdowns: z
    .array(
      z.object({
        depth: z.number(),
        peak: z.string(),
        trough: z.string(),
        recovered: z.string().nullable(),
        days: z.number(),
        /** Both absent in runs of before they were noted. */
        daysDown: z.number().optional(),
        daysBack: z.number().nullable().optional(),
      }),
    )
    .readonly(),
  /** These three are absent in runs of before they were noted. */
  riskFree: z.number().default(0),
  benchmark: BenchmarkSummary.optional(),
  years: z
    .array(z.object({ year: z.number(), return: z.number() }))
    .readonly()
    .default([]),
  months: z.array(z.object({ month: z.string(), return: z.number() })).readonly(),
});
export type RunSummary = z.infer<typeof RunSummary>;
