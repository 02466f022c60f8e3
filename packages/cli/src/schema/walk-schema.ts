import { SWEEP_ACCOUNTS } from "@sevenfold/application/research/sweep/open-sweep";
import { SWEEP_OBJECTIVES } from "@sevenfold/application/research/sweep/sweep-objective";
import { SWEEP_DOUBTS } from "@sevenfold/application/research/sweep/sweep-verdict";
import { z } from "zod";
import { benchmarkFields } from "./benchmark-schema.ts";
import {
  AxisValue,
  Day,
  listOf,
  madeOf,
  NumberOrNull,
  RunId,
  verdictOf,
  versioned,
} from "./document-parts.ts";
import { metricFields } from "./metrics-schema.ts";
import { Settings } from "./settings-schema.ts";

const Days = z.strictObject({ from: Day, to: Day, days: z.number() });

const Step = z.strictObject({
  train: Days,
  test: Days,
  values: z.record(z.string(), AxisValue),
  sharpe: NumberOrNull,
  return: z.number(),
  outOfSampleSharpe: NumberOrNull,
  outOfSampleReturn: z.number(),
  trades: z.number(),
  winRate: NumberOrNull,
});

/** What `sevenfold walk-forward --json` prints. */
export const WalkDocument = z.strictObject({
  ...versioned(1),
  kind: z.literal("walk-forward"),
  runId: RunId,
  ...madeOf,
  settings: Settings,
  initialCash: z.number(),
  symbols: listOf(z.string()),
  accounts: z.enum(SWEEP_ACCOUNTS),
  objective: z.enum(SWEEP_OBJECTIVES),
  plan: z.strictObject({
    train: z.number(),
    test: z.number(),
    purge: z.number(),
    anchored: z.boolean(),
  }),
  axes: listOf(z.string()),
  configurations: z.number(),
  triedEver: z.number(),
  steps: listOf(Step),
  efficiency: z.strictObject({
    inSample: NumberOrNull,
    outOfSample: NumberOrNull,
    ratio: NumberOrNull,
  }),
  skill: z.strictObject({
    yearly: z.number(),
    deflatedSharpe: NumberOrNull,
    luckChance: NumberOrNull,
    walks: z.number(),
  }),
  costs: z.strictObject({
    words: z.string(),
    returnBefore: z.number(),
    returnAfter: z.number(),
    breakEvenBps: z.number(),
  }),
  verdict: verdictOf(SWEEP_DOUBTS),
  wonSteps: z.number(),
  curve: listOf(z.strictObject({ day: Day, growth: z.number() })),
  ...metricFields,
  ...benchmarkFields,
  assumptions: listOf(z.string()),
});
export type WalkDocument = z.infer<typeof WalkDocument>;
