import { z } from "zod";
import { PROBLEM_CODES, type ProblemCode } from "./problem-codes.ts";

export { textOf } from "./problem-text.ts";

/** What every failed call answers. `code` is for programs and never changes; the rest is for people. */
export const Problem = z.object({
  code: z.enum(PROBLEM_CODES as readonly [ProblemCode, ...ProblemCode[]]),
  error: z.string(),
  details: z.string().optional(),
  /** Of a save that was refused as "changed-meanwhile": what is stored, and what was sent. */
  conflicts: z
    .array(z.object({ field: z.string(), stored: z.string(), yours: z.string() }))
    .optional(),
});
export type Problem = z.infer<typeof Problem>;
export type Conflict = NonNullable<Problem["conflicts"]>[number];
