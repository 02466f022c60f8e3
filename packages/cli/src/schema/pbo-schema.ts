import { z } from "zod";
import { NumberOrNull, Sha256, versioned } from "./document-parts.ts";

/** What `sevenfold pbo --json` prints. */
export const PboDocument = z.strictObject({
  ...versioned(1),
  kind: z.literal("pbo"),
  inputsHash: Sha256,
  trials: z.number(),
  days: z.number(),
  blocks: z.number(),
  splits: z.number(),
  probability: z.number(),
  degradation: NumberOrNull,
  lossProbability: z.number(),
  best: z.strictObject({ name: z.string(), sharpe: NumberOrNull }),
});
export type PboDocument = z.infer<typeof PboDocument>;
