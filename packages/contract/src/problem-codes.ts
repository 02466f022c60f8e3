/** What any call may answer, before anybody has looked at what it asks for. */
const OF_EVERY_CALL = {
  "invalid-request": 400,
  "signed-out": 401,
  "token-refused": 401,
  // With a token whose user has no plan for them any more.
  "plan-required": 402,
  "cross-origin": 403,
  "token-not-allowed": 403,
  "token-scope-too-small": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "another-account": 409,
  "body-too-large": 413,
  "not-json": 415,
  "unknown-host": 421,
  "rate-limited": 429,
  "internal-error": 500,
  "temporarily-unavailable": 503,
  "too-busy": 503,
} as const;

/** What keeps an order, or a change of what is traded, from being made. */
const OF_TRADING = {
  "account-not-found": 404,
  "account-not-active": 409,
  "account-reduced": 409,
  "already-held": 409,
  "automation-off": 409,
  "broker-rejected": 422,
  "broker-unavailable": 503,
  "holding-changed": 409,
  "fewer-there": 409,
  "idempotency-key-reused": 422,
  "impossible-activity": 409,
  "impossible-execution": 409,
  "impossible-order-event": 409,
  "insufficient-buying-power": 422,
  "lease-lost": 409,
  "limit-broken": 422,
  "live-not-allowed": 403,
  "market-closed": 409,
  "more-than-set": 409,
  "never-sent": 503,
  "none-there": 409,
  "no-price": 503,
  "no-real-prices": 409,
  "prices-disputed": 409,
  "exchange-halt": 409,
  "not-enough-shares": 422,
  "order-at-work": 409,
  "order-not-found": 404,
  "order-not-open": 409,
  "order-overfilled": 409,
  "order-too-large": 422,
  "order-too-small": 422,
  "order-unanswered": 409,
  "position-unmanaged": 409,
  "short-elsewhere": 409,
  "shares-tied": 409,
  "possible-duplicate": 409,
  "second-broker-order": 409,
  "sold-more-than-held": 409,
  "stale-decision": 409,
  "still-in-progress": 409,
  "stop-at-broker": 409,
  "stop-sold": 409,
  "stop-unwanted": 409,
  "stops-not-taken": 409,
  "strategy-changed": 409,
  "subscription-required": 402,
  "too-many-orders": 429,
  "too-many-orders-in-all": 429,
  "trading-halted": 503,
  "unknown-symbol": 404,
  "venue-reset": 409,
  "worker-offline": 503,
} as const;

/** What keeps somebody out, or from changing what lets them in. */
const OF_SIGNING_IN = {
  "name-taken": 409,
  "name-unfit": 400,
  "password-unchanged": 400,
  "password-unfit": 400,
  "password-wrong": 403,
  "sign-in-failed": 401,
  "sign-in-not-found": 404,
  "too-many-tries": 429,
  "totp-already-on": 409,
  "totp-not-begun": 409,
  "totp-off": 409,
  // Not 401: who is signed in already is asked for codes too, and stays so.
  "totp-required": 403,
  "totp-wrong": 403,
} as const;

/** What keeps an account at a broker from being connected. */
const OF_CONNECTING = {
  "account-not-found": 404,
  "account-too-large": 422,
  "broker-account-suspended": 422,
  "broker-already-connected": 409,
  "broker-keys-refused": 422,
  "demo-account": 403,
  "idempotency-key-reused": 422,
  "keys-unsendable": 422,
  "unknown-provider": 400,
  "too-many-brokers": 409,
} as const;

/** What a few calls have of their own. */
const OF_A_FEW = {
  "already-subscribed": 409,
  "authorisation-over": 410,
  "broker-needs-authorisation": 409,
  "broker-not-found": 404,
  "changed-meanwhile": 409,
  "code-refused": 422,
  "entry-range-invalid": 400,
  "goal-not-above-start": 400,
  "goal-too-large": 400,
  "keys-incomplete": 400,
  "keys-of-another-account": 409,
  "no-authorisation-needed": 409,
  "no-bars": 409,
  "no-subscription": 409,
  "last-chosen": 422,
  "not-watched": 422,
  "nothing-to-sell": 409,
  "open-orders": 409,
  "payments-unavailable": 503,
  "position-not-found": 404,
  "preview-busy": 429,
  "same-plan": 409,
  "token-not-found": 404,
  "too-many-demo-accounts": 503,
  "too-many-streams": 429,
  "too-many-symbols": 422,
  "too-many-tokens": 409,
  "watchlist-full": 409,
} as const;

/** Codes that belong together, under a name that a call's row may use for all of them. */
export const PROBLEM_GROUPS = {
  "every-call": OF_EVERY_CALL,
  trading: OF_TRADING,
  "signing-in": OF_SIGNING_IN,
  connecting: OF_CONNECTING,
} as const;
type Groups = typeof PROBLEM_GROUPS;

/** Every code a failed call may bear, which never changes, and the HTTP status it comes under. */
export const PROBLEMS = {
  ...OF_EVERY_CALL,
  ...OF_TRADING,
  ...OF_SIGNING_IN,
  ...OF_CONNECTING,
  ...OF_A_FEW,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** A code, or the name of a group of them. */
export type ProblemName = ProblemCode | Exclude<keyof Groups, "every-call">;

/** The codes that a name stands for. */
export type CodesOf<Name> = Name extends keyof Groups ? keyof Groups[Name] : Name;

/** The codes of a call whose row names these, beside those of every call. */
export const codesOf = (names: readonly ProblemName[]): readonly ProblemCode[] =>
  names.flatMap((name) =>
    name in PROBLEM_GROUPS
      ? (Object.keys(PROBLEM_GROUPS[name as keyof Groups]) as ProblemCode[])
      : [name as ProblemCode],
  );
