import type { MutantGroup } from "./mutant.ts";

export const ORDER_EVENTS: MutantGroup = {
  breaks: "What an event makes of an order",
  mutants: [
    {
      name: "Cancel clears what was filled",
      file: "packages/domain/src/order.ts",
      replace: "    filled: order.filled,\n    filledNotional",
      by: '    filled: status === "canceled" ? shares(0) : order.filled,\n    filledNotional',
      foundBy: {
        "packages/domain/src/order.test.ts": ["keeps what was filled when its rest is canceled"],
      },
    },
    {
      name: "A fill after the cancel opens the order again",
      file: "packages/domain/src/order.ts",
      replace: '    filled: "canceled",\n',
      by: '    filled: "partially-filled",\n',
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "keeps a canceled order canceled when a part of it fills late, and books the part",
        ],
      },
    },
    {
      name: "More is filled than was ordered",
      file: "packages/domain/src/order.ts",
      replace: "  if (order.quantity < filled)\n    return refused",
      by: "  if (order.quantity * 2 < filled)\n    return refused",
      foundBy: {
        "packages/domain/src/order.test.ts": ["refuses more than was ordered, also after the end"],
      },
    },
    {
      name: "An ended order keeps its reservation",
      file: "packages/domain/src/order.ts",
      replace: "reservedCash: isTerminal(status) ? NO_MONEY : order.reservedCash,",
      by: "reservedCash: order.reservedCash,",
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "sums what the fills cost and frees their part of the reservation",
        ],
      },
    },
    {
      name: "A lost answer rejects the order",
      file: "packages/domain/src/order.ts",
      replace: '  lost: "unknown",',
      by: '  lost: "rejected",',
      foundBy: {
        "packages/application/src/trading/orders/send-order.test.ts": [
          "leaves the outcome open when the way to the broker breaks",
        ],
      },
    },
    {
      name: "A late acceptance of what was given up is refused",
      file: "packages/domain/src/order.ts",
      replace:
        '    ...ENDINGS,\n    accepted: "working",\n    rejected: "rejected",\n    filled: "partially-filled",',
      by: '    ...ENDINGS,\n    rejected: "rejected",\n    filled: "partially-filled",',
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "wants no more of an order that arrives after it was given up",
        ],
      },
    },
    {
      name: "A second number of the broker's passes under one key",
      file: "packages/domain/src/order.ts",
      replace: "  return event.brokerOrderId !== brokerOrderId;",
      by: "  return false;",
      foundBy: { "packages/domain/src/order.test.ts": ["refuses a second venue id under one key"] },
    },
    {
      name: "A second attempt that did not leave frees the order",
      file: "packages/domain/src/order.ts",
      replace: 'type === "not-sent" && 1 < attempts ? "lost" : type',
      by: "type",
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "takes an attempt off that never left, and keeps the order open where an earlier one may be there",
        ],
      },
    },
    {
      name: "What is said of an ended order moves its end",
      file: "packages/domain/src/order.ts",
      replace: "hasEnded ? order.updatedAt : updatedAt",
      by: "updatedAt",
      foundBy: {
        "packages/domain/src/order.test.ts": ["keeps when it ended, whatever is said of it since"],
      },
    },
    {
      name: "An order at work goes on saying why it waited",
      file: "packages/domain/src/order.ts",
      replace: "TRADES.has(order.status) || !TRADES.has(status);",
      by: "TRADES.has(order.status) || true;",
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "forgets why it waited once the venue works on it, and what else was said it keeps",
        ],
      },
    },
    {
      name: "An order that has ended is refused, again and again, what its broker says of settling it",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "return hasEnded(order)\n",
      by: "return hasEnded(order) && order.filled < 0\n",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "asks nothing of an order that has ended where the broker settles it still, and writes nothing",
        ],
      },
    },
  ],
};
