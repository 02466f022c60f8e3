import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { HasherBusy } from "@sevenfold/application/ports/password-hasher";
import { PaymentsUnavailable } from "@sevenfold/application/ports/payments";
import { StorageUnavailable } from "@sevenfold/application/ports/stores/storage";
import type { Problem } from "@sevenfold/contract/problem";
import { PROBLEMS, type ProblemCode } from "@sevenfold/contract/problem-codes";

import { BILLING_WORDS } from "./billing/explain-billing.ts";
import { BROKER_WORDS } from "./brokers/explain-broker.ts";
import { REQUEST_WORDS } from "./explain-request.ts";
import { TRADING_WORDS } from "./orders/explain-trading.ts";
import { type HttpRefusal, RequestRefused, type Words, type WordsFor } from "./refusals.ts";
import { CHOICE_WORDS } from "./settings/explain-choice.ts";
import { SIGN_IN_WORDS } from "./sign-in/explain-sign-in.ts";

/** What to say of each code there is; one the contract does not know, or without words, does not compile. */
const EXPLAIN: WordsFor<ProblemCode> & WordsFor<HttpRefusal["kind"]> = {
  ...REQUEST_WORDS,
  ...SIGN_IN_WORDS,
  ...BILLING_WORDS,
  ...BROKER_WORDS,
  ...CHOICE_WORDS,
  ...TRADING_WORDS,
};

export interface Explained {
  readonly status: number;
  readonly body: Problem;
}

/** What a refusal says to whoever asked. */
export function problemOf(refusal: HttpRefusal): Explained {
  // The table gives every kind the facts of its own; TypeScript cannot pair them through an index.
  const explain = EXPLAIN[refusal.kind] as (facts: HttpRefusal) => Words;
  const [error, details] = explain(refusal);
  return {
    status: PROBLEMS[refusal.kind],
    body: {
      code: refusal.kind,
      error,
      ...(details === undefined ? {} : { details }),
      ...("conflicts" in refusal ? { conflicts: [...refusal.conflicts] } : {}),
    },
  };
}

/** What an exception is to whoever asked: a refusal, an outage, or our own mistake. */
export function refusalOf(thrown: unknown, requestId: string): HttpRefusal {
  if (thrown instanceof RequestRefused) return thrown.refusal;
  if (thrown instanceof HasherBusy) return { kind: "too-busy", retryAfterSec: 1 };
  if (thrown instanceof PaymentsUnavailable)
    return { kind: "payments-unavailable", message: thrown.message };
  if (thrown instanceof StorageUnavailable || thrown instanceof BrokerUnavailable)
    return { kind: "temporarily-unavailable" };
  return { kind: "internal-error", requestId };
}
