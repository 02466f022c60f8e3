import { z } from "zod";
import { AGAINST_METRICS, SHARED_METRICS } from "../report/benchmark-view.ts";
import { BenchmarkSummary, type RunConfig } from "./run-schema.ts";

const NumberOrNull = z.number().nullable();
const AxisValue = z.union([z.number(), z.string()]);
export type AxisValue = z.infer<typeof AxisValue>;

const Beside = z.object({
  riskFree: z.number(),
  benchmark: BenchmarkSummary,
  account: z.record(z.enum([...SHARED_METRICS, ...AGAINST_METRICS]), NumberOrNull),
});

/** metrics.json of a sweep: its document but for the trials. What is optional, older sweeps lack. */
export const SweepSummary = z.looseObject({
  schemaVersion: z.union([z.literal(1), z.literal(2)]),
  warnings: z.array(z.string()).readonly(),
  symbols: z.array(z.string()).readonly(),
  bars: z.number(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  objective: z.enum(["sharpe", "return", "calmar"]),
  days: z.object({ inSample: z.number(), outOfSample: z.number() }),
  axes: z.array(z.object({ name: z.string(), values: z.array(AxisValue).readonly() })).readonly(),
  trials: z.number(),
  best: z.looseObject({
    values: z.record(z.string(), AxisValue),
    sharpe: NumberOrNull,
    skill: z.number().optional(),
    skillSharpe: NumberOrNull.optional(),
    luckySharpe: z.number(),
    haircut: NumberOrNull,
    sharpeAfterHaircut: NumberOrNull,
    deflatedSharpe: NumberOrNull,
    outOfSample: z.object({
      sharpe: NumberOrNull,
      return: NumberOrNull,
      skill: NumberOrNull.optional(),
    }),
  }),
  costs: z
    .object({
      words: z.string(),
      sharpeBefore: NumberOrNull,
      returnBefore: z.number(),
      returnAfter: z.number(),
      breakEvenBps: z.number(),
    })
    .optional(),
  realityCheck: z
    .object({
      chanceOfAll: z.number(),
      chanceAlone: z.number(),
      skillLow: z.number(),
      skillHigh: z.number(),
      trials: z.number(),
      draws: z.number(),
    })
    .nullable()
    .optional(),
  beside: Beside.optional(),
  plateau: z.looseObject({
    neighbors: z.number(),
    median: NumberOrNull,
    lowest: NumberOrNull,
    shareAtHalf: NumberOrNull.optional(),
  }),
  overfitting: z
    .looseObject({
      probability: z.number(),
      lossProbability: z.number(),
      splits: z.number(),
      trials: z.number().optional(),
    })
    .nullable(),
  ledger: z.looseObject({ configurations: z.number(), kinds: z.number().optional() }),
  verdict: z.looseObject({
    label: z.string(),
    because: z.array(z.string()).readonly(),
    sentence: z.string().optional(),
  }),
});
export type SweepSummary = z.infer<typeof SweepSummary>;

/** The numbers of a trial, as columns of trials.csv after those of its values. */
export const TRIAL_COLUMNS = [
  "objective",
  "sharpe",
  "outOfSampleSharpe",
  "outOfSampleReturn",
  "totalReturn",
  "maxDrawdown",
  "finalEquity",
  "trades",
  "exits",
  "winRate",
  "profitFactor",
  "exposure",
  "canceled",
] as const;

/** The columns of steps.csv of a walk before and after those of its values. */
export const STEP_COLUMNS = [
  "trainFrom",
  "trainTo",
  "testFrom",
  "testTo",
  "sharpe",
  "outOfSampleSharpe",
  "return",
  "outOfSampleReturn",
  "trades",
  "winRate",
] as const;

/** One configuration and what it came to; null where a number has no value. */
export type SweepTrial = Readonly<Record<(typeof TRIAL_COLUMNS)[number], number | null>> & {
  readonly values: Readonly<Record<string, AxisValue>>;
};

/** A sweep as its folder keeps it. */
export interface SweepRecord {
  readonly config: RunConfig;
  readonly summary: SweepSummary;
  /** The best first. */
  readonly results: readonly SweepTrial[];
}
