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
    {
      name: "A fill that makes as many shares as there were there ends the halt of a split",
      file: "packages/application/src/trading/session/judge-basis.ts",
      replace: "costOf(book, ticker) !== 0 && isMovedSince(followed, asked, ticker)",
      by: "costOf(book, ticker) < 0 && isMovedSince(followed, asked, ticker)",
      foundBy: {
        "packages/application/src/trading/session/judge-basis.test.ts": [
          "of as many shares here as there, which a fill that was booked while the broker was asked makes",
        ],
      },
    },
    {
      name: "A fill that others booked ends the halt of a split by its number",
      file: "packages/application/src/trading/account/price-basis.ts",
      replace: "held[slot] === theirs && isSplit(slot)",
      by: "held[slot] === theirs",
      foundBy: {
        "packages/application/src/trading/account/price-basis.test.ts": [
          "is over once the books are split to the number there, and by no fill that makes as many",
        ],
      },
    },
    {
      name: "A worker that begins sells at its first price what is known not to be there",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace: "return reconciled ?? (areHoldingsDoubted(account) ? found : undefined);",
      by: "return reconciled;",
      foundBy: {
        "packages/application/src/trading/session/fewer-there.test.ts": [
          "are sold no further by a worker that begins meanwhile, at its first price",
        ],
      },
    },
  ],
};
