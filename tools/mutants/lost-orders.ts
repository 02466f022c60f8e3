import type { MutantGroup } from "./mutant.ts";

const LEFT = "packages/application/src/trading/reconciliation/left-while-sent.test.ts";

const OWED = "packages/application/src/trading/reconciliation/owed-fills.test.ts";
const KEPT_ASIDE = [
  "keeps its cash aside until its day is over, and not for ever: canceled",
  "keeps its cash aside until its day is over, and not for ever: filled",
];

export const LOST_ORDERS: MutantGroup = {
  breaks: "When an order the broker does not show is given up",
  mutants: [
    {
      name: "An order is given up after one answer that it is not there",
      file: "packages/application/src/trading/account/not-found-watch.ts",
      replace: "ANSWERS_MIN <= known.count &&",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/not-found-watch.test.ts": [
          "is not convinced by two answers, however far apart they are",
        ],
      },
    },
    {
      name: "An order is given up while it may still arrive",
      file: "packages/application/src/trading/account/not-found-watch.ts",
      replace: "ARRIVES_WITHIN_MS <= clock.now() - submittedAt &&",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/not-found-watch.test.ts": [
          "is not convinced while the order may still be on its way",
        ],
      },
    },
    {
      name: "An order that was at the broker once is given up as never sent",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "if (order.brokerOrderId !== undefined) await resolveMissing(needs, order, now);",
      by: 'if (order.accountId === "") await resolveMissing(needs, order, now);',
      foundBy: {
        "packages/application/src/trading/reconciliation/missing-order.test.ts": [
          "is said to be missing, and ends only when its day is over",
        ],
      },
    },
    {
      name: "A missing order ends before its day is over",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "} else if (lastDayEndOf(order) <= now) {",
      by: "} else {",
      foundBy: {
        "packages/application/src/trading/reconciliation/missing-order.test.ts": [
          "is said to be missing, and ends only when its day is over",
        ],
      },
    },
    {
      name: "Nobody hears of an order that the broker shows as open after its day",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "  lastDayEndOf(order) <= at;",
      by: "  at < order.createdAt;",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "says of an order that is shown as open after its day that it should not be, once",
        ],
      },
    },
    {
      name: "An order that ended with shares nobody tells of keeps its cash aside for ever",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "  if (!isOwed) return watch.forget(clientKey);",
      by: "  if (isOwed || !isOwed) return watch.forget(clientKey);",
      foundBy: { [OWED]: KEPT_ASIDE },
    },
    {
      name: "An order that ended is given up before its executions can have been told",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "watch.prove(clientKey, updatedAt, clock, FILLS_TOLD_WITHIN_MS)",
      by: "watch.prove(clientKey, updatedAt, clock)",
      foundBy: { [OWED]: KEPT_ASIDE },
    },
    {
      name: "An order that ended is given up before its day is over",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "if (mayTrade || tradedAside",
      by: "if (tradedAside",
      foundBy: { [OWED]: KEPT_ASIDE },
    },
    {
      name: "An intent nobody sends any more is kept for ever",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "if (isNobodysIntent(order, now)) await drop(needs, order);",
      by: "",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "is denied once nobody can be about to send it, and keeps nothing aside",
        ],
      },
    },
    {
      name: "An order that was left while it was sent is given up, though the broker shows it",
      file: "packages/application/src/trading/reconciliation/likeness.ts",
      replace: "    (left.has(order) &&",
      by: "    (waiting.length < 0 && left.has(order) &&",
      foundBy: {
        [LEFT]: [
          "is the buy that arrives hours after it was written down",
          "is the sale that arrives hours after it was written down",
          "is nobody's while its answer may still come, and ours after that: submitting",
        ],
      },
    },
    {
      name: "What asks for the same is taken for ours while the answer about ours may still come",
      file: "packages/application/src/trading/reconciliation/likeness.ts",
      replace: " && !mayBeAnswered(order, at)",
      by: "",
      foundBy: {
        [LEFT]: ["is nobody's while its answer may still come, and ours after that: submitting"],
      },
    },
    {
      name: "An order that came in time is a question because of one that did not",
      file: "packages/application/src/trading/reconciliation/likeness.ts",
      replace: " && !found.has(order)",
      by: "",
      foundBy: {
        [LEFT]: ["is the one that came in time where there is such a one, and nobody is asked"],
      },
    },
    {
      name: "What came in time for one of ours is a question because of another one",
      file: "packages/application/src/trading/reconciliation/likeness.ts",
      replace: " && !came.has(report)",
      by: "",
      foundBy: {
        [LEFT]: ["leaves what came in time for another of ours to that one"],
      },
    },
    {
      name: "What came to nothing is taken for an order that was left while it was sent",
      file: "packages/application/src/trading/reconciliation/likeness.ts",
      replace: " && isThere(report)",
      by: "",
      foundBy: {
        [LEFT]: ["is not one that came to nothing", "is not one of the time before the books"],
      },
    },
    {
      name: "What may be an order that was asked about is taken for somebody else's",
      file: "packages/application/src/trading/orders/order-match.ts",
      replace: " ||\n  lastMessage === QUESTION",
      by: "",
      foundBy: {
        [LEFT]: ["is a question where two may be it, written down by a clock that was ahead"],
      },
    },
    {
      name: "An order of another of ours is taken for one without an answer",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "if (!(await orders.byBrokerOrderId(accountId, report.brokerOrderId)))",
      by: "if (orders)",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is not one that is known to be another of ours",
        ],
      },
    },
    {
      name: "One order at the broker is given to two of ours that are alike",
      file: "packages/application/src/trading/reconciliation/match-unanswered.ts",
      replace: "free.filter(({ brokerOrderId }) => !keys.has(brokerOrderId))",
      by: "free",
      foundBy: {
        "packages/application/src/trading/reconciliation/match-unanswered.test.ts": [
          "is each another of those alike once somebody has looked, where two of ours wait",
        ],
      },
    },
    {
      name: "An order that was given up may arrive for ever",
      file: "packages/application/src/trading/safeguards/unanswered-orders.ts",
      replace: "neverArrived(order) && at <= order.updatedAt + ARRIVES_AFTER_ALL_MS",
      by: "neverArrived(order) && at <= at + order.attempts",
      foundBy: {
        "packages/application/src/trading/safeguards/unanswered-orders.test.ts": [
          "may arrive after all for two minutes, and no longer",
        ],
      },
    },
    {
      name: "An order that the broker refused may arrive after all",
      file: "packages/application/src/trading/safeguards/unanswered-orders.ts",
      replace: " && order.lastMessage === NEVER_ARRIVED",
      by: "",
      foundBy: {
        "packages/application/src/trading/safeguards/unanswered-orders.test.ts": [
          "is none that the broker refused in words of its own, or has a number of",
        ],
      },
    },
  ],
};
