import { BOOTSTRAP_METHODS } from "@sevenfold/application/research/monte-carlo/bootstrap";
import { z } from "zod";
import { listOf, NumberOrNull, RunId, Sha256, versioned } from "./document-parts.ts";

const Outside = z.strictObject({
  measure: z.enum(["totalReturn", "maxDrawdown"]),
  side: z.enum(["below", "above"]),
});

const Method = z.strictObject({
  method: z.enum(BOOTSTRAP_METHODS),
  steps: z.number(),
  totalReturn: listOf(z.number()),
  maxDrawdown: listOf(z.number()),
  outside: listOf(Outside),
  lossProbability: z.number(),
  deeperProbability: z.number(),
  halvedProbability: z.number(),
  bands: listOf(z.strictObject({ step: z.number(), values: listOf(z.number()) })),
});

/** What `sevenfold monte-carlo --json` prints. */
export const MonteCarloDocument = z.strictObject({
  ...versioned(1),
  kind: z.literal("monte-carlo"),
  runId: RunId,
  inputsHash: Sha256,
  of: z.strictObject({ name: z.string(), runId: RunId, symbols: listOf(z.string()) }),
  paths: z.number(),
  block: z.number(),
  seed: z.number(),
  initialCash: z.number(),
  observed: z.strictObject({ totalReturn: NumberOrNull, maxDrawdown: NumberOrNull }),
  percentiles: listOf(z.number()),
  earned: z
    .strictObject({
      closedTrades: z.number(),
      openPositions: z.number(),
      payments: z.number(),
    })
    .nullable(),
  methods: listOf(Method),
  assumptions: listOf(z.string()),
});
export type MonteCarloDocument = z.infer<typeof MonteCarloDocument>;
