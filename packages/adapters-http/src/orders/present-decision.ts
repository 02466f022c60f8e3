import type { Decision } from "@sevenfold/application/ports/stores/decision-store";
import type { DecisionView } from "@sevenfold/contract/orders";
import { explainVerdict } from "@sevenfold/domain/explain-verdict";
import { PATTERN_NAMES, patternLabel } from "@sevenfold/domain/pattern";
import { explainReason, REASON_CODES, type ReasonCode } from "@sevenfold/domain/reason";
import { distanceBpsOf, type VerdictFacts } from "@sevenfold/domain/verdict";

import { dollarsOrNull, orNull, timestampOf, timestampOrNull } from "../wire.ts";
import { type ProviderNames, providerNameOf } from "./provider-name.ts";

/** A line of the journal in words: they are made on reading, so that old lines learn new ones. */
export const presentDecision = (decision: Decision, names: ProviderNames): DecisionView => ({
  at: timestampOf(decision.at),
  ticker: decision.ticker,
  verdict: decision.verdict,
  gate: orNull(decision.gate),
  price: dollarsOrNull(decision.price),
  provider: orNull(decision.provider),
  providerName: providerNameOf(decision.provider, names),
  priceAt: timestampOrNull(decision.pricedAt),
  reference: dollarsOrNull(decision.reference),
  trigger: dollarsOrNull(decision.trigger),
  explanation: explanationOf(decision),
  patterns: PATTERN_NAMES.filter((name) => decision.patterns?.includes(name)).map(patternLabel),
});

function explanationOf(decision: Decision): string {
  const { at, price, reason, reference, trigger, verdict } = decision;
  const isTaken = verdict === "entered" || verdict === "left";
  if (isTaken && isReason(reason) && price && reference && trigger)
    return explainReason({ reason, price, reference, trigger });
  return explainVerdict(factsOf(decision), at);
}

/** The store keeps codes as text; they were written from these very facts. */
function factsOf(decision: Decision): VerdictFacts {
  const { gate, price, reason, reference, said, trigger, verdict } = decision;
  const distanceBps = distanceOf(decision);
  return {
    verdict: verdict as VerdictFacts["verdict"],
    ...(gate === undefined ? {} : { gate: gate as NonNullable<VerdictFacts["gate"]> }),
    ...(isReason(reason) ? { reason } : {}),
    ...(said === undefined ? {} : { said }),
    ...(price === undefined ? {} : { last: price, price }),
    ...(reference === undefined ? {} : { reference }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(distanceBps === undefined ? {} : { distanceBps }),
  };
}

/** Undefined where a gate says more than the way to the trigger, which may be another one then. */
function distanceOf({ gate, price, reason, trigger }: Decision): number | undefined {
  if (gate !== undefined || price === undefined || trigger === undefined) return undefined;
  if (!isReason(reason)) return undefined;
  return distanceBpsOf(price, trigger, reason === "trail-rise" || reason === "take-profit");
}

const isReason = (code: string | undefined): code is ReasonCode =>
  REASON_CODES.some((known) => known === code);
