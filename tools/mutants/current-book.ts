import type { MutantGroup } from "./mutant.ts";

const BOOK = "packages/application/src/trading/decisions/current-book.ts";
const TEST = "packages/application/src/trading/decisions/due-at-once.test.ts";
const ALL = "is all that fell far enough, A to Z, and its prices are asked for";
const SHOWN = "is nothing where the venue's prices are only shown, and no trail follows them";

export const CURRENT_BOOK: MutantGroup = {
  breaks: "What is said to trade at once",
  mutants: [
    {
      name: "Nobody asks for the prices of an account that is looked at",
      file: BOOK,
      replace: "  prices.watch(book.tickers);\n",
      by: "",
      foundBy: { [TEST]: [ALL] },
    },
    {
      name: "What would trade at once is told in any order",
      file: BOOK,
      replace: ".sort((one, other) => (one.ticker < other.ticker ? -1 : 1))",
      by: "",
      foundBy: { [TEST]: [ALL] },
    },
    {
      name: "What its exchange has halted is said to trade at once",
      file: BOOK,
      replace: "  book.exchangeHalts = prices.halts;\n",
      by: "",
      foundBy: { [TEST]: ["is nothing that its exchange has halted"] },
    },
    {
      name: "A trail is said to follow prices that are only shown",
      file: BOOK,
      replace: 'venuePrices === "own" && (inSession',
      by: "(inSession",
      foundBy: { [TEST]: [SHOWN] },
    },
    {
      name: "Something is said to trade at once at prices that are only shown",
      file: BOOK,
      replace: '  if (venuePrices !== "own") return [];\n',
      by: "",
      foundBy: { [TEST]: [SHOWN] },
    },
    {
      name: "What waits for a pattern is said to wait although one stands",
      file: BOOK,
      replace: "  confirmByPatterns(book, patterns);\n",
      by: "",
      foundBy: { [TEST]: ["is nothing that waits for a pattern, until one stands"] },
    },
    {
      name: "An order that works counts as a stop at rest",
      file: "packages/application/src/trading/account/stop-board.ts",
      replace: "  isOwnStop(order) &&\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/resting-order.test.ts": [
          "wait for no turn while they are news",
        ],
      },
    },
  ],
};
