import type { VerifyRefusal } from "@sevenfold/application/brokers/authorise-broker";
import type { ChangeBrokerRefusal } from "@sevenfold/application/brokers/change-broker";
import type { ConnectRefusal } from "@sevenfold/application/brokers/connect-broker";
import type { RemoveRefusal } from "@sevenfold/application/brokers/remove-broker";
import type { TokenRefusal } from "@sevenfold/application/people/api-tokens";
import type { DemoRefusal } from "@sevenfold/application/people/demo/sign-in-as-demo";
import type { SignInRefusal } from "@sevenfold/application/people/sign-in-refusal";
import type { AnotherAccount } from "@sevenfold/application/trading/account/selected-account";
import type { Refusal } from "@sevenfold/application/trading/safeguards/refusal";
import type { SaleRefusal } from "@sevenfold/application/trading/sales/sell-all";
import type { ChoiceRefusal } from "@sevenfold/application/trading/settings/automated-symbols";
import type { WatchlistRefusal } from "@sevenfold/application/trading/settings/change-watchlist";
import type { HandOverRefusal } from "@sevenfold/application/trading/settings/manage-holding";
import type { PreviewRefusal } from "@sevenfold/application/views/preview-settings";
import type { CALLS, CallName } from "@sevenfold/contract/calls";
import type { Conflict } from "@sevenfold/contract/problem";
import type { CodesOf } from "@sevenfold/contract/problem-codes";
import type { GoalRefusal } from "@sevenfold/domain/goal";
import type { StrategyRefusal } from "@sevenfold/domain/strategy-changes";

import type { BillingRefusal } from "./billing/billing-refusal.ts";
import type { TokenUseRefusal } from "./sign-in/token-use-refusal.ts";

export interface InvalidRequest {
  readonly kind: "invalid-request";
  readonly details: string;
}

/** A save that somebody came before. */
export interface Clash {
  readonly kind: "changed-meanwhile";
  readonly conflicts: readonly Conflict[];
}

/** What only HTTP has a reason to refuse. */
export type RequestRefusal =
  | InvalidRequest
  | Clash
  | { readonly kind: "signed-out" }
  | { readonly kind: "cross-origin" }
  | { readonly kind: "unknown-host"; readonly host: string }
  | { readonly kind: "not-found" }
  | { readonly kind: "method-not-allowed"; readonly allowed: readonly string[] }
  | { readonly kind: "body-too-large"; readonly maxBytes: number }
  | { readonly kind: "not-json" }
  | { readonly kind: "rate-limited"; readonly retryAfterSec: number }
  | { readonly kind: "too-many-streams"; readonly max: number }
  | { readonly kind: "temporarily-unavailable" }
  | { readonly kind: "too-busy"; readonly retryAfterSec: number }
  | { readonly kind: "internal-error"; readonly requestId: string };

export type HttpRefusal =
  | Refusal
  | DemoRefusal
  | WatchlistRefusal
  | RequestRefusal
  | GoalRefusal
  | StrategyRefusal
  | ConnectRefusal
  | Exclude<ChangeBrokerRefusal, { kind: "changed-meanwhile" }>
  | AnotherAccount
  | VerifyRefusal
  | RemoveRefusal
  | HandOverRefusal
  | SignInRefusal
  | TokenRefusal
  | TokenUseRefusal
  | BillingRefusal
  | SaleRefusal
  | ChoiceRefusal
  | PreviewRefusal;

/** What a call may be refused for: what its row in the contract names, and what any call may be. */
export type RefusalOf<Name extends CallName> = HttpRefusal & {
  readonly kind: CodesOf<"every-call" | (typeof CALLS)[Name]["problems"][number]>;
};

/** Ends a request from wherever it is. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly refusal: HttpRefusal;

  constructor(refusal: HttpRefusal) {
    const { stackTraceLimit } = Error;
    // A flood is refused one by one: where in the code says nothing, and costs more than to count it.
    if (refusal.kind === "rate-limited") Error.stackTraceLimit = 0;
    super(refusal.kind);
    Error.stackTraceLimit = stackTraceLimit;
    this.refusal = refusal;
  }
}

/** What is said to a person: briefly, and in sentences. */
export type Words = readonly [error: string, details?: string];

/** Words for each of these kinds, made of its facts. */
export type WordsFor<Kind extends HttpRefusal["kind"]> = {
  readonly [Each in Kind]: (facts: Extract<HttpRefusal, { kind: Each }>) => Words;
};

/** The first ten, and how many more there are. */
export const listed = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 10).join(", ");
  return 10 < texts.length ? `${shown} and ${texts.length - 10} more` : shown;
};
