/**
 * What decides about orders and money, and what writes, sends and settles them: every branch of it is
 * held to be walked by a test (`npm run coverage`). One list, so that nothing is left out unseen.
 */
export const DECISION_CODE: readonly string[] = [
  // What an account does about a price.
  ...["decide", "step", "gate", "trigger", "verdict", "reason", "signal", "sizing", "stretch"].map(
    (name) => `packages/domain/src/${name}.ts`,
  ),
  // What it knows when it decides.
  ...["book", "book-columns", "trail", "trading-session", "calendar"].map(
    (name) => `packages/domain/src/${name}.ts`,
  ),
  // What limits it, and what becomes of its orders and its money.
  ...["risk", "order", "position", "ledger", "money", "day-gain"].map(
    (name) => `packages/domain/src/${name}.ts`,
  ),
  // From a wish to an order at the broker.
  ...[
    "account/order-draft",
    "orders/check-order",
    "placing/place-order",
    "placing/write-automated-order",
    "placing/write-manual-order",
    "orders/written-order",
    "orders/send-order",
    "orders/send-again",
    "placing/first-answer",
    "decisions/act-on-intents",
    "orders/cancel-order",
    "orders/cancel-automated-orders",
    "reconciliation/repeat-cancels",
    "orders/given-up-order",
  ].map(inTrading),
  // From the broker's word to the books.
  ...[
    "fills/absorb-fill",
    "fills/apply-late-fill",
    "fills/trade-again",
    "fills/record-execution",
    "fills/counted-anew",
    "fills/record-order-report",
    "account/external-order",
    "fills/new-in-sum",
    "reconciliation/match-unanswered",
    "safeguards/unanswered-orders",
    "reconciliation/resolve-unanswered",
    "orders/last-day",
    "account/not-found-watch",
    "reconciliation/read-broker",
    "reconciliation/reconcile-account",
  ].map(inTrading),
  // What keeps it from sending.
  ...[
    "safeguards/circuit-breakers",
    "safeguards/reduce-account",
    "safeguards/reduction",
    "safeguards/freeze-account",
    "safeguards/stop-automation",
    "safeguards/trading-rights",
    "safeguards/live-trading",
    "prices/venue-prices",
    "account/write-as-worker",
    "decisions/session-roll",
    "account/stored-session",
  ].map(inTrading),
];

function inTrading(path: string): string {
  return `packages/application/src/trading/${path}.ts`;
}
