import { z } from "zod";
import type { RunConfig } from "./run-schema.ts";

const NumberOrNull = z.number().nullable();
const AxisValue = z.union([z.number(), z.string()]);
export type AxisValue = z.infer<typeof AxisValue>;

/** metrics.json of a sweep: its document but for the trials. */
export const SweepSummary = z.looseObject({
  schemaVersion: z.literal(1),
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
    luckySharpe: z.number(),
    haircut: NumberOrNull,
    sharpeAfterHaircut: NumberOrNull,
    deflatedSharpe: NumberOrNull,
    outOfSample: z.object({ sharpe: NumberOrNull, return: NumberOrNull }),
  }),
  plateau: z.looseObject({ neighbors: z.number(), median: NumberOrNull, lowest: NumberOrNull }),
  overfitting: z
    .looseObject({ probability: z.number(), lossProbability: z.number(), splits: z.number() })
    .nullable(),
  ledger: z.looseObject({ configurations: z.number() }),
  verdict: z.looseObject({ label: z.string(), because: z.array(z.string()).readonly() }),
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
