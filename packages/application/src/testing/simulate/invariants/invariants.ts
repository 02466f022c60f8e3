import { bookInvariants } from "./book-invariants.ts";
import { decisionInvariants } from "./decision-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { orderInvariants } from "./order-invariants.ts";
import { processInvariants } from "./process-invariants.ts";
import { shareInvariants } from "./share-invariants.ts";
import { stopInvariants } from "./stop-invariants.ts";

/** What must hold of every account, by name. I17 is about payments, and looked at elsewhere. */
export const INVARIANTS = {
  ...orderInvariants,
  ...bookInvariants,
  ...decisionInvariants,
  ...processInvariants,
  ...stopInvariants,
  ...shareInvariants,
} as const satisfies Record<string, Invariant>;

export type InvariantName = keyof typeof INVARIANTS;
