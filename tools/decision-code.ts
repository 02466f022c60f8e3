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
    "order-draft",
    "check-order",
    "place-order",
    "write-automated-order",
    "write-manual-order",
    "written-order",
    "send-order",
    "send-again",
    "first-answer",
    "act-on-intents",
    "cancel-order",
    "cancel-automated-orders",
    "repeat-cancels",
    "given-up-order",
  ].map(useCase),
  // From the broker's word to the books.
  ...[
    "absorb-fill",
    "record-execution",
    "record-order-report",
    "external-order",
    "new-in-sum",
    "match-unanswered",
    "unanswered-orders",
    "settle-unanswered",
    "not-found-watch",
    "reconcile-account",
  ].map(useCase),
  // What keeps it from sending.
  ...[
    "circuit-breakers",
    "reduce-account",
    "reduction",
    "freeze-account",
    "stop-automation",
    "trading-rights",
    "live-trading",
    "venue-prices",
    "write-as-worker",
    "session-roll",
    "stored-session",
  ].map(useCase),
];

function useCase(name: string): string {
  return `packages/application/src/use-cases/${name}.ts`;
}
