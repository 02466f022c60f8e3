import type { MutantGroup } from "./mutant.ts";

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
  ],
};
