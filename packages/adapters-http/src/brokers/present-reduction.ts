import type { StandingReduction } from "@sevenfold/application/trading/safeguards/reduction";
import { reductionSentenceOf } from "@sevenfold/application/trading/safeguards/refusal";
import type { ReductionView } from "@sevenfold/contract/reductions";

import { timestampOf, timestampOrNull } from "../wire.ts";

/** A reason that holds the account back, with what ends it. */
export const presentReduction = (reduction: StandingReduction): ReductionView => {
  const { because, endsForWorker, manualUntil, since, workerUntil } = reduction;
  return {
    reason: because,
    message: reductionSentenceOf(reduction),
    agentEnds: endsForWorker,
    since: timestampOf(since),
    manualUntil: timestampOrNull(manualUntil),
    agentUntil: timestampOrNull(workerUntil),
  };
};
