import { SWEEP_ACCOUNTS } from "@sevenfold/application/research/sweep/open-sweep";
import { SWEEP_OBJECTIVES } from "@sevenfold/application/research/sweep/sweep-objective";
import { SWEEP_DOUBTS } from "@sevenfold/application/research/sweep/sweep-verdict";
import { z } from "zod";
import { Beside } from "./benchmark-schema.ts";
import {
  AxisValue,
  listOf,
  madeOf,
  NumberOrNull,
  Time,
  verdictOf,
  versioned,
} from "./document-parts.ts";
import { Settings } from "./settings-schema.ts";

const trial = {
  values: z.record(z.string(), AxisValue),
  objective: NumberOrNull,
  sharpe: NumberOrNull,
  outOfSampleSharpe: NumberOrNull,
  outOfSampleReturn: z.number(),
  totalReturn: z.number(),
  maxDrawdown: z.number(),
  finalEquity: z.number(),
  trades: z.number(),
  exits: z.number(),
  winRate: NumberOrNull,
  profitFactor: NumberOrNull,
  exposure: z.number(),
  canceled: z.number(),
};

const Best = z.strictObject({
  ...trial,
  skill: z.number(),
  skillSharpe: NumberOrNull,
  luckySharpe: z.number(),
  haircut: NumberOrNull,
  sharpeAfterHaircut: NumberOrNull,
  deflatedSharpe: NumberOrNull,
  outOfSample: z.strictObject({
    sharpe: NumberOrNull,
    return: NumberOrNull,
    skill: NumberOrNull,
  }),
});

/** Of the best, on all days: what its trading costs. */
const Costs = z.strictObject({
  words: z.string(),
  sharpeBefore: NumberOrNull,
  returnBefore: z.number(),
  returnAfter: z.number(),
  breakEvenBps: z.number(),
});

const RealityCheck = z.strictObject({
  chanceOfAll: z.number(),
  chanceAlone: z.number(),
  skillLow: z.number(),
  skillHigh: z.number(),
  trials: z.number(),
  draws: z.number(),
});

const Overfitting = z.strictObject({
  probability: z.number(),
  degradation: NumberOrNull,
  lossProbability: z.number(),
  splits: z.number(),
  trials: z.number(),
});

/** What `sevenfold sweep --json` prints. */
export const SweepDocument = z.strictObject({
  ...versioned(2),
  kind: z.literal("sweep"),
  ...madeOf,
  settings: Settings,
  symbols: listOf(z.string()),
  bars: z.number(),
  start: Time,
  end: Time,
  accounts: z.enum(SWEEP_ACCOUNTS),
  engine: z.enum(["kernel", "full"]),
  engineBecause: z.string().nullable(),
  objective: z.enum(SWEEP_OBJECTIVES),
  days: z.strictObject({ inSample: z.number(), outOfSample: z.number() }),
  axes: listOf(z.strictObject({ name: z.string(), values: listOf(AxisValue) })),
  trials: z.number(),
  repeated: z.number(),
  impossible: z.number(),
  best: Best,
  costs: Costs,
  realityCheck: RealityCheck.nullable(),
  /** The best one over all days. */
  beside: Beside,
  plateau: z.strictObject({
    neighbors: z.number(),
    median: NumberOrNull,
    lowest: NumberOrNull,
    shareAtHalf: NumberOrNull,
  }),
  overfitting: Overfitting.nullable(),
  ledger: z.strictObject({ path: z.string(), configurations: z.number(), kinds: z.number() }),
  verdict: verdictOf(SWEEP_DOUBTS),
  results: listOf(z.strictObject(trial)),
});
export type SweepDocument = z.infer<typeof SweepDocument>;
