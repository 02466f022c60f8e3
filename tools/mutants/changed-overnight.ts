import type { MutantGroup } from "./mutant.ts";

const CHANGED = "packages/application/src/trading/fills/changed-at-broker.test.ts";
const FILE = "packages/application/src/trading/fills/changed-at-broker.ts";

export const CHANGED_OVERNIGHT: MutantGroup = {
  breaks: "Orders that the broker changes or makes foreign once they rest or trade",
  mutants: [
    {
      name: "The broker's word changes an order of ours that is good for the day",
      file: FILE,
      replace: '  timeInForce === "until-canceled" &&\n',
      by: "",
      foundBy: {
        [CHANGED]: ["stays what it was, one that is good for the day, and more of it is refused"],
      },
    },
    {
      name: "The broker's word changes an order of ours that was placed today",
      file: FILE,
      replace: " &&\n  tradingDayOf(createdAt) !== tradingDayOf(at);",
      by: ";",
      foundBy: {
        [CHANGED]: ["stays what it was, one that was placed today, and more of it is refused"],
      },
    },
    {
      name: "A fill that a split made larger is more than was ordered",
      file: FILE,
      replace: "  const told = { ...order, quantity: ordered };",
      by: "  const told = { ...order };",
      foundBy: {
        [CHANGED]: ["is filled as large as it is by then, whichever word of it comes first"],
      },
    },
    {
      name: "An order becomes smaller than what it has traded",
      file: FILE,
      replace: "return (isWhole || isUntouched) && 0 < quantity ? quantity : order.quantity;",
      by: "return quantity;",
      foundBy: {
        [CHANGED]: [
          "is no smaller than what it has traded, and what has traded makes it no smaller",
        ],
      },
    },
    {
      name: "A stop that a split made smaller and that has sold all of it stays open",
      file: FILE,
      replace: "return (isWhole || isUntouched) && 0 < quantity",
      by: "return isUntouched && 0 < quantity",
      foundBy: {
        [CHANGED]: [
          "is filled by all that the broker says it was for, whichever word of it comes first",
        ],
      },
    },
    {
      name: "A stop that has sold the shares of a split that is not told stops the account",
      file: "packages/application/src/trading/fills/record-execution.ts",
      replace: "if (!moved.ok && known && mayBeOfSplit(known, execution, at))",
      by: "if (!moved.ok && !known)",
      foundBy: {
        [CHANGED]: ["waits for the split that is yet to be told, and stops nothing"],
      },
    },
    {
      name: "A sum of what others placed is sold once more by what a split took of its size",
      file: "packages/application/src/trading/fills/new-in-sum.ts",
      replace: "const filledBefore = Math.max(0, ofOthers);",
      by: "const filledBefore = ofOthers;",
      foundBy: {
        "packages/application/src/trading/fills/new-in-sum.test.ts": [
          "is as many as were filled of an order that a split has made smaller, whoever placed it",
        ],
      },
    },
    {
      name: "The half of others' orders that was filled before they were known counts again",
      file: FILE,
      replace: 'return order.origin === "external" ? order.quantity : quantity;',
      by: "return quantity;",
      foundBy: {
        [CHANGED]: ["is no larger than what is on record of it, which may be what was left of it"],
      },
    },
    {
      name: "The cash of shares that were booked is booked again as that of something foreign",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: "return executions.filter(({ executionId }) => !booked.has(executionId));",
      by: "return executions.filter(({ executionId }) => !booked.has(executionId) || true);",
      foundBy: {
        "packages/application/src/trading/reconciliation/dear-shares.test.ts": [
          "has its cash counted once where some of it was booked as shares before",
        ],
      },
    },
    {
      name: "A stop of ours in whose place the broker has put another is somebody else's",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: "const isOurs = before && isOwnStop(before) &&",
      by: "const isOurs = before && !isOwnStop(before) &&",
      foundBy: {
        "packages/application/src/trading/stops/changed-stop.test.ts": [
          "is ours still where another stands in its place, which is put where the rule's is again",
        ],
      },
    },
    {
      name: "What stands in the place of a stop of ours at Alpaca is looked for by a key of ours",
      file: "packages/adapters-broker/src/alpaca/alpaca-broker.ts",
      replace: "brokerOrderId === undefined\n        ? find(clientKey)",
      by: "brokerOrderId !== undefined\n        ? find(clientKey)",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-broker.test.ts": [
          "finds one that stands in the place of ours by its number, and tells of which",
        ],
      },
    },
    {
      name: "An order that somebody changed at E*TRADE is taken for one of ours without an answer",
      file: "packages/application/src/trading/orders/order-match.ts",
      replace: "replaces === undefined &&",
      by: "replaces !== null &&",
      foundBy: {
        "packages/application/src/trading/orders/order-match.test.ts": [
          "is none of ours where it stands in the place of another",
        ],
      },
    },
    {
      name: "An order of others that is told with what another had traded stays open for ever",
      file: "packages/application/src/trading/reconciliation/resolve-unanswered.ts",
      replace: "const isOwed = !isOpenReport(report) &&",
      by: 'const isOwed = origin !== "external" && !isOpenReport(report) &&',
      foundBy: {
        "packages/application/src/trading/reconciliation/replaced-elsewhere.test.ts": [
          "ends an order of others that is filled with what an order that it replaced had traded",
        ],
      },
    },
    {
      name: "What a stop of ours sells under its new number is sold for no reason",
      file: "packages/application/src/trading/account/external-order.ts",
      replace: "return { ...order, origin, ...(reason === undefined ? {} : { reason }) };",
      by: "return { ...order, origin, ...(reason === undefined ? { reason } : {}) };",
      foundBy: {
        "packages/application/src/trading/stops/changed-stop.test.ts": [
          "goes on resting where another stands in its place that fits",
        ],
      },
    },
  ],
};
