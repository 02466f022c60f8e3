import { z } from "zod";
import { Timestamp } from "./decimal.ts";

/** One reason why an account may only get smaller: sells and cancels pass, buys do not. */
export const ReductionView = z.object({
  /** For programs: "too-many-orders". */
  reason: z.string(),
  /** What happened, in a sentence. */
  message: z.string(),
  since: Timestamp,
  /** Until when nothing is bought by hand; null once that is over. */
  manualUntil: Timestamp.nullable(),
  /** What ends it for the agent: a time, AI trading switched on anew, or books that agree again. */
  agentEnds: z.enum(["time", "switched-on", "agreement"]),
  /** Until when the agent buys nothing; null where no time ends it. */
  agentUntil: Timestamp.nullable(),
});
export type ReductionView = z.infer<typeof ReductionView>;

/** Each reason stands once, and ends by itself. */
export const Reductions = z.array(ReductionView).max(20);
