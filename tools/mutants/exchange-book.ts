import type { MutantGroup } from "./mutant.ts";

const EXCHANGE = "packages/application/src/exchange";
const IN_TIME_TEST = `${EXCHANGE}/commands-in-time.test.ts`;

export const EXCHANGE_BOOK: MutantGroup = {
  breaks: "What the built-in exchange's book holds",
  mutants: [
    {
      name: "A command overtakes what the exchange has not looked at yet",
      file: `${EXCHANGE}/open-venue.ts`,
      replace: "    if (failure !== undefined) return at;\n",
      by: "    if (sentAt <= at) return at;\n",
      foundBy: {
        [IN_TIME_TEST]: [
          "does not let a changed order trade at prices of before it was changed",
          "does not cancel an order whose price was met before",
          "leaves alone what is ordered after it, and sells all there is by then",
          "is booked although an order was the last the journal heard of before a crash",
        ],
        [`${EXCHANGE}/order-types-on-any-orders.test.ts`]: [
          "always trades alike, however seldom the tape is looked at",
        ],
      },
    },
    {
      name: "Shares that were taken back stay on offer",
      file: `${EXCHANGE}/venue-actions.ts`,
      replace: "    if (Math.max(0, left) < sharesHeldForOrders(account, order.ticker))\n",
      by: "    if (left === 0.5)\n",
      foundBy: {
        [`${EXCHANGE}/busted-executions.test.ts`]: [
          "takes the offers along that it leaves no shares for, and the exchange goes on",
          "leaves what is still covered",
          "makes no short sale of what was to buy back",
        ],
      },
    },
  ],
};
