import { BrokerUnavailable } from "@sevenfold/application/ports/broker";
import { HasherBusy } from "@sevenfold/application/ports/password-hasher";
import { StorageUnavailable } from "@sevenfold/application/ports/storage";
import { type Refusal, sentenceOf } from "@sevenfold/application/refusal";
import type { SignInRefusal } from "@sevenfold/application/sign-in-refusal";
import type { TokenRefusal } from "@sevenfold/application/use-cases/api-tokens";
import type { VerifyRefusal } from "@sevenfold/application/use-cases/authorise-broker";
import type { ChoiceRefusal } from "@sevenfold/application/use-cases/automated-symbols";
import type { ChangeBrokerRefusal } from "@sevenfold/application/use-cases/change-broker";
import type { WatchlistRefusal } from "@sevenfold/application/use-cases/change-watchlist";
import type { ConnectRefusal } from "@sevenfold/application/use-cases/connect-broker";
import type { HandOverRefusal } from "@sevenfold/application/use-cases/manage-holding";
import type { PreviewRefusal } from "@sevenfold/application/use-cases/preview-settings";
import type { RemoveRefusal } from "@sevenfold/application/use-cases/remove-broker";
import type { AnotherAccount } from "@sevenfold/application/use-cases/selected-account";
import type { SaleRefusal } from "@sevenfold/application/use-cases/sell-all";
import type { DemoRefusal } from "@sevenfold/application/use-cases/sign-in-as-demo";
import { NO_KEYS } from "@sevenfold/contract/brokers";
import type { Conflict, Problem } from "@sevenfold/contract/problem";
import { ENTRY_RANGE_INVALID } from "@sevenfold/contract/settings";
import type { GoalRefusal } from "@sevenfold/domain/goal";
import { dollarsText } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { StrategyRefusal } from "@sevenfold/domain/strategy-changes";

import { brokerName } from "./brokers/broker-name.ts";
import { SIGN_IN_WORDS, type TokenUseRefusal } from "./sign-in/explain-sign-in.ts";

/** What only HTTP has a reason to refuse. */
export type RequestRefusal =
  | { readonly kind: "invalid-request"; readonly details: string }
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
  | { readonly kind: "changed-meanwhile"; readonly conflicts: readonly Conflict[] }
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
  | SaleRefusal
  | ChoiceRefusal
  | PreviewRefusal;

/** With the broker's own answer, where it gave one. */
function keysRefusedText(facts: Extract<HttpRefusal, { kind: "broker-keys-refused" }>): string {
  const check =
    facts.provider === "etrade"
      ? "Check the consumer key and its secret."
      : "Check both of them, and that they are keys of a paper account.";
  const said = facts.message ? ` It says: ${facts.message.replace(/\.$/, "")}.` : "";
  return `${brokerName(facts)} does not accept these keys.${said} ${check}`;
}

/** Ends a request from wherever it is. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly refusal: HttpRefusal;

  constructor(refusal: HttpRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

export interface Explained {
  readonly status: number;
  readonly body: Problem;
}

type Words = readonly [status: number, error: string, details?: string];
type Explanations = {
  readonly [Kind in HttpRefusal["kind"]]: (facts: Extract<HttpRefusal, { kind: Kind }>) => Words;
};

const contradiction = (facts: Refusal): Words => [
  409,
  "The broker contradicts itself",
  sentenceOf(facts),
];

const CONNECTION_FAILED = "Connection Failed";

const orderText = ({ quantity, side, ticker }: Order): string => `${side} ${quantity} ${ticker}`;

const conflictText = ({ field, stored, yours }: Conflict): string =>
  `${field} is ${stored} now and you sent ${yours}`;

/** The first ten, and how many more there are. */
const listed = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 10).join(", ");
  return 10 < texts.length ? `${shown} and ${texts.length - 10} more` : shown;
};

/** Every refusal there is: the status it travels under, and what to say. */
const EXPLAIN: Explanations = {
  "invalid-request": ({ details }) => [400, "The request is not valid", details],
  "signed-out": () => [401, "Not signed in", "Please sign in."],
  "cross-origin": () => [403, "Refused", "This request did not come from Sevenfold's own pages."],
  "unknown-host": ({ host }) => [
    421,
    "Unknown address",
    `Sevenfold does not answer under ${host.slice(0, 80)}: a page of another site may have led here. If the address is yours, start it with PUBLIC_URL set to it, or with its name in ALLOWED_HOSTS.`,
  ],
  "not-found": () => [404, "Not found", "There is nothing here."],
  "method-not-allowed": () => [405, "Method not allowed", "This call does not exist."],
  "body-too-large": ({ maxBytes }) => [
    413,
    "Request too large",
    `A request may have ${maxBytes / 1024} KiB at most.`,
  ],
  "not-json": () => [415, "Unsupported media type", "Send JSON as application/json, unpacked."],
  "rate-limited": ({ retryAfterSec }) => [
    429,
    "Too many requests",
    `Please wait ${retryAfterSec} s and try again.`,
  ],
  "too-many-streams": ({ max }) => [
    429,
    "Too many live connections",
    `At most ${max} can be open at once. Close another window.`,
  ],
  "temporarily-unavailable": () => [
    503,
    "Temporarily unavailable",
    "The database or the broker does not answer. Please try again in a moment.",
  ],
  "too-busy": () => [
    503,
    "Too busy",
    "Many people sign in at this moment. Please try again in a moment.",
  ],
  "internal-error": ({ requestId }) => [
    500,
    "Something went wrong",
    `It has been logged as request ${requestId}.`,
  ],

  "another-account": ({ label }) => [
    409,
    "Another account is in use",
    label === undefined
      ? "No account is in use any more, and this was meant for one. Nothing was changed. Connect a broker, or choose one under Brokers."
      : `“${label}” is in use now, and this was meant for another account. Nothing was changed. Look at what “${label}” shows, then decide again.`,
  ],
  "changed-meanwhile": ({ conflicts }) => [
    409,
    "Changed meanwhile",
    `Something else was saved since you read it, so nothing of yours was: ${listed(conflicts.map(conflictText))}. Read it again, then decide.`,
  ],

  "too-many-demo-accounts": ({ max }) => [
    503,
    "The demo is full",
    `All ${max} demo accounts are in use. Please try again later.`,
  ],
  "watchlist-full": ({ max }) => [409, "The watchlist is full", `It holds ${max} symbols at most.`],

  "entry-range-invalid": () => [400, "The request is not valid", ENTRY_RANGE_INVALID],
  "goal-not-above-start": ({ start }) => [
    400,
    "The request is not valid",
    `Goal must be above the start, ${dollarsText(start)}.`,
  ],
  "goal-too-large": ({ limit }) => [
    400,
    "The request is not valid",
    `Goal must be at most ${dollarsText(limit)}.`,
  ],

  "too-many-symbols": ({ max }) => [
    422,
    "Too many symbols",
    `Your plan lets the agent trade ${max} symbols. Choose fewer, or upgrade.`,
  ],
  "not-watched": ({ ticker }) => [
    422,
    "Not on your watchlist",
    `Add ${ticker} to the watchlist before you choose it.`,
  ],
  "no-bars": () => [
    409,
    "Nothing to look back on",
    "There are no daily prices of your symbols yet. Add symbols, or try again in a minute.",
  ],
  "preview-busy": () => [
    429,
    "Still at work",
    "Other previews are being made. Please try again in a few seconds.",
  ],

  "nothing-to-sell": () => [409, "No positions to clear", "No positions to clear"],

  "demo-account": () => [
    403,
    "Not in the demo",
    "The demo keeps its one account as it is. Sign up for an account of your own.",
  ],
  "keys-unsendable": () => [
    422,
    CONNECTION_FAILED,
    "These keys cannot be sent: they hold a character that no key has. Copy them anew from the broker's page.",
  ],
  "broker-keys-refused": (facts) => [422, CONNECTION_FAILED, keysRefusedText(facts)],
  "broker-account-suspended": (facts) => [
    422,
    CONNECTION_FAILED,
    `${brokerName(facts)} keeps this account from trading: ${facts.message === undefined ? "it is suspended, restricted or closed there." : `it says “${facts.message}”`} Ask the broker why.`,
  ],
  "no-authorisation-needed": ({ provider }) => [
    409,
    "Nothing to authorise",
    `${brokerName({ provider, venue: "paper" })} lets Sevenfold in by its keys alone.`,
  ],
  "authorisation-over": () => [
    410,
    "Begin again",
    "The code came too late, or was begun in another browser: it is good for five minutes, once. Authorise again.",
  ],
  "code-refused": () => [
    422,
    "The code was not accepted",
    "The broker does not take this code: it may be mistyped, too old, or used already. Authorise again and enter the code it shows then.",
  ],
  "keys-incomplete": () => [400, "The request is not valid", NO_KEYS],
  "keys-of-another-account": () => [
    409,
    CONNECTION_FAILED,
    "These keys lead to another account. Connect it as a new broker: this one keeps its history.",
  ],
  "account-too-large": ({ equity, max }) => [
    422,
    CONNECTION_FAILED,
    `The account is worth ${dollarsText(equity)}; Sevenfold carries ${dollarsText(max)} at most.`,
  ],
  "too-many-brokers": ({ max }) => [
    409,
    CONNECTION_FAILED,
    `${max} broker accounts are connected, which is the most there can be. Remove one first.`,
  ],
  "broker-already-connected": ({ label }) => [
    409,
    CONNECTION_FAILED,
    label === undefined
      ? "This account is connected by another user of Sevenfold."
      : `This account is connected already, as “${label}”.`,
  ],
  "broker-not-found": () => [404, "No such broker account", "There is no such broker account."],
  "broker-needs-authorisation": () => [
    409,
    "Authorisation needed",
    "The broker wants you to allow Sevenfold in. Authorise it to go on.",
  ],
  "open-orders": ({ orders }) => [
    409,
    "Orders are open",
    `Cancel them first, or wait for their end: ${listed(orders.map(orderText))}.`,
  ],
  "position-not-found": ({ ticker }) => [404, "No such position", `${ticker} is not held.`],

  ...SIGN_IN_WORDS,
  "account-not-found": (facts) => [404, "No broker account", sentenceOf(facts)],
  "account-not-active": (facts) => [409, "Broker account not active", sentenceOf(facts)],
  "live-not-allowed": (facts) => [403, "Live trading is not allowed", sentenceOf(facts)],
  "venue-reset": (facts) => [409, "The broker account was reset", sentenceOf(facts)],
  "automation-off": (facts) => [409, "Automated trading is off", sentenceOf(facts)],
  "no-real-prices": (facts) => [409, "No real prices for this broker", sentenceOf(facts)],
  "subscription-required": () => [
    402,
    "Premium Feature",
    "Premium Feature: AI trading requires an active subscription. Please upgrade to continue.",
  ],
  "worker-offline": () => [
    503,
    "Worker Unavailable",
    "Worker Unavailable: The trading worker is currently offline. Please ensure the worker service is running.",
  ],
  "lease-lost": (facts) => [409, "Another worker trades this account", sentenceOf(facts)],
  "unknown-symbol": (facts) => [404, "Unknown symbol", sentenceOf(facts)],
  "no-price": (facts) => [503, "No price", sentenceOf(facts)],
  "market-closed": (facts) => [409, "The market is closed", sentenceOf(facts)],
  "order-too-large": (facts) => [422, "Order too large", sentenceOf(facts)],
  "trading-halted": (facts) => [503, "Trading is halted", sentenceOf(facts)],
  "account-reduced": (facts) => [409, "Only sells and cancels pass", sentenceOf(facts)],
  "too-many-orders-in-all": (facts) => [429, "Too many orders", sentenceOf(facts)],
  "order-unanswered": (facts) => [409, "An earlier order is unanswered", sentenceOf(facts)],
  "order-at-work": (facts) => [409, "An order is at work", sentenceOf(facts)],
  "stop-at-broker": (facts) => [409, "The stop is not taken back yet", sentenceOf(facts)],
  "stop-sold": (facts) => [409, "The stop sold first", sentenceOf(facts)],
  "stop-unwanted": (facts) => [409, "No stops are wanted", sentenceOf(facts)],
  "stops-not-taken": (facts) => [409, "This broker takes no stops", sentenceOf(facts)],
  "position-unmanaged": (facts) => [409, "Position not managed", sentenceOf(facts)],
  "already-held": (facts) => [409, "Already held", sentenceOf(facts)],
  "more-than-set": (facts) => [409, "More shares than set", sentenceOf(facts)],
  "stale-decision": (facts) => [409, "The decision is too old", sentenceOf(facts)],
  "possible-duplicate": (facts) => [409, "Possible duplicate", sentenceOf(facts)],
  "idempotency-key-reused": (facts) => [422, "Key used for another request", sentenceOf(facts)],
  "still-in-progress": (facts) => [409, "Still in progress", sentenceOf(facts)],
  "broker-rejected": (facts) => [422, "The broker refused the order", sentenceOf(facts)],
  "order-too-small": (facts) => [422, "The order is too small", sentenceOf(facts)],
  "never-sent": (facts) => [503, "The order was never sent", sentenceOf(facts)],
  "broker-unavailable": (facts) => [503, "The broker does not answer", sentenceOf(facts)],
  "order-not-found": (facts) => [404, "No such order", sentenceOf(facts)],
  "order-not-open": (facts) => [409, "The order is not open", sentenceOf(facts)],
  "insufficient-buying-power": (facts) => [422, "Insufficient funds", sentenceOf(facts)],
  "not-enough-shares": (facts) => [422, "Not enough shares", sentenceOf(facts)],
  "too-many-orders": (facts) => [429, "Too many orders", sentenceOf(facts)],
  "limit-broken": (facts) => [422, "Beyond your limits", sentenceOf(facts)],
  "impossible-order-event": contradiction,
  "order-overfilled": contradiction,
  "sold-more-than-held": contradiction,
  "second-broker-order": contradiction,
  "impossible-execution": contradiction,
};

/** What a refusal says to whoever asked. */
export function problemOf(refusal: HttpRefusal): Explained {
  // The table gives every kind the facts of its own; TypeScript cannot pair them through an index.
  const explain = EXPLAIN[refusal.kind] as (facts: HttpRefusal) => Words;
  const [status, error, details] = explain(refusal);
  return {
    status,
    body: {
      code: refusal.kind,
      error,
      ...(details === undefined ? {} : { details }),
      ...("conflicts" in refusal ? { conflicts: [...refusal.conflicts] } : {}),
    },
  };
}

export const EXPLAINED_KINDS = Object.keys(EXPLAIN) as readonly HttpRefusal["kind"][];

/** The status a kind travels under, whatever its facts. */
export function statusOf(kind: HttpRefusal["kind"]): number {
  const explain = EXPLAIN[kind] as (facts: unknown) => Words;
  const facts: object = { kind, ...LOOKED_UP[kind] };
  const [status] = explain(
    new Proxy(facts, { get: (known, name) => Reflect.get(known, name) ?? ANY_FACT }),
  );
  return status;
}

/** Facts under which a sentence is looked up. */
const LOOKED_UP: {
  readonly [Kind in HttpRefusal["kind"]]?: Partial<Extract<HttpRefusal, { kind: Kind }>>;
} = {
  "account-reduced": { because: "books-contradicted" },
  "limit-broken": { limit: { kind: "halted" } },
};

/** Stands in for a fact that nobody has: empty as a text and as a list, nought as a number. */
const ANY_FACT: unknown = new Proxy(() => ANY_FACT, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : name === "length" ? 0 : ANY_FACT),
});

/** What an exception is to whoever asked: a refusal, an outage, or our own mistake. */
export function refusalOf(thrown: unknown, requestId: string): HttpRefusal {
  if (thrown instanceof RequestRefused) return thrown.refusal;
  if (thrown instanceof HasherBusy) return { kind: "too-busy", retryAfterSec: 1 };
  if (thrown instanceof StorageUnavailable || thrown instanceof BrokerUnavailable)
    return { kind: "temporarily-unavailable" };
  return { kind: "internal-error", requestId };
}
