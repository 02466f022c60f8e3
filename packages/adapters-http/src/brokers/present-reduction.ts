import { reductionSentenceOf } from "@sevenfold/application/refusal";
import type { StandingReduction } from "@sevenfold/application/use-cases/reduction";
import type { ReductionView } from "@sevenfold/contract/reductions";

import { timestampOf, timestampOrNull } from "../wire.ts";

/** A reason that holds the account back, with what ends it. */
export const presentReduction = ({
  because,
  manualUntil,
  since,
  workerUntil,
}: StandingReduction): ReductionView => ({
  reason: because,
  message: reductionSentenceOf(because),
  since: timestampOf(since),
  manualUntil: timestampOrNull(manualUntil),
  agentUntil: timestampOrNull(workerUntil),
});
