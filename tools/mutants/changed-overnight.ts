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
      replace: "return order.filled + filled === 0 && 0 < quantity ? quantity : order.quantity;",
      by: "return quantity;",
      foundBy: {
        [CHANGED]: [
          "is no smaller than what it has traded, and what has traded makes it no smaller",
        ],
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
  ],
};
