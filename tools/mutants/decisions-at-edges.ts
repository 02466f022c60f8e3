import type { MutantGroup } from "./mutant.ts";

export const DECISIONS_AT_EDGES: MutantGroup = {
  breaks: "What is decided at the ends of a range, and what is said of it",
  mutants: [
    {
      name: "Each worker that begins says anew of every symbol what was said before",
      file: "packages/application/src/trading/session/attach-account.ts",
      replace: "said, pending: []",
      by: "said: new Map(said.size < 0 ? said : []), pending: []",
      foundBy: {
        "packages/application/src/trading/session/journal-after-restart.test.ts": [
          "says nothing anew that is as it was: automation false, blocked",
          "says nothing anew that is as it was: automation true, waiting",
        ],
      },
    },
    {
      name: "What could not be written of the journal is forgotten as the account is begun anew",
      file: "packages/application/src/trading/session/keep-account.ts",
      replace: 'if (outcome !== "kept") putBack(followed, lines);',
      by: 'if (outcome === "busy") putBack(followed, lines);',
      foundBy: {
        "packages/application/src/trading/session/journal-after-failure.test.ts": [
          "tells once what was refused shortly before",
        ],
      },
    },
    {
      name: "A line of the journal that cannot be written ends its account again and again",
      file: "packages/application/src/trading/session/accounts-in-hand.ts",
      replace: "(tried && lines.includes(tried))",
      by: "(tried && !lines.includes(tried))",
      foundBy: {
        "packages/application/src/trading/session/journal-after-failure.test.ts": [
          "keeps no account from being followed by a line that cannot be written",
        ],
      },
    },
    {
      name: "A book takes no more symbols than it was opened for",
      file: "packages/domain/src/book.ts",
      replace: "if (slot === book.high.length) growColumns(book);",
      by: "if (slot < 0) growColumns(book);",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "keeps what every other symbol has when there are more than the book was opened for",
        ],
      },
    },
    {
      name: "Bars from before the first price begin a trail",
      file: "packages/domain/src/book.ts",
      replace: "if (book.high[slot] === 0) return;\n  book.high[slot] = Math.max",
      by: "if (book.high[slot] === -1) return;\n  book.high[slot] = Math.max",
      foundBy: {
        "packages/domain/src/book.test.ts": [
          "begins no trail: bars from before the first price say nothing of one",
        ],
      },
    },
    {
      name: "A restart forgets the low that the bars since have shown",
      file: "packages/domain/src/book.ts",
      replace:
        "book.low[slot] = Math.min(book.low[slot]!, seen.low);\n  book.last[slot] = seen.last;",
      by: "book.last[slot] = seen.last;",
      foundBy: {
        "packages/domain/src/book.test.ts": ["takes in what happened meanwhile, on either side"],
      },
    },
    {
      name: "A book goes below no shares when more is sold than it holds",
      file: "packages/domain/src/book-orders.ts",
      replace: "if (!after.ok)",
      by: "if (!after.ok) return money(0);\n  if (!after.ok)",
      foundBy: {
        "packages/domain/src/book-fill.test.ts": [
          "never sells more than is held, and leaves the book as it was",
        ],
      },
    },
    {
      name: "No more than 128 prices of one instant are acted on",
      file: "packages/domain/src/decide.ts",
      replace: "if (exits.length < batch.count) {",
      by: "if (batch.count < 0) {",
      foundBy: {
        "packages/domain/src/decide-limits.test.ts": [
          "leaves every one of three hundred holdings whose exits come due in one instant",
        ],
      },
    },
    {
      name: "A venue without real prices is traded by rule",
      file: "packages/domain/src/gate.ts",
      replace: 'if (book.automation === "no-real-prices") return "no-real-prices";\n',
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "neither enters nor leaves where the venue has no real prices; trails follow all the same",
        ],
      },
    },
    {
      name: "A rate of an amount too large is a wrong number",
      file: "packages/domain/src/money.ts",
      replace: "if (!Number.isSafeInteger(result)) throw",
      by: "if (Number.isNaN(result)) throw",
      foundBy: {
        "packages/domain/src/money.test.ts": ["never answers what leaves the safe integers"],
      },
    },
    {
      name: "A tie of large products is always rounded up",
      file: "packages/domain/src/money.ts",
      replace: "(twice === BigInt(c) && down % 2 !== 0);",
      by: "twice === BigInt(c);",
      foundBy: {
        "packages/domain/src/money.test.ts": [
          "rounds ties to the even one where the product leaves the safe integers",
        ],
      },
    },
    {
      name: "A tie of large products is always rounded down",
      file: "packages/domain/src/money.ts",
      replace: "BigInt(c) < twice || (twice === BigInt(c) && down % 2 !== 0);",
      by: "BigInt(c) < twice;",
      foundBy: {
        "packages/domain/src/money.test.ts": [
          "rounds ties to the even one where the product leaves the safe integers",
        ],
      },
    },
    {
      name: "The average price of an order is what was ordered, not filled",
      file: "packages/domain/src/order.ts",
      replace: "(mulDivHalfEven(filledNotional, 1, filled) as Price);",
      by: "(mulDivHalfEven(filledNotional, 1, filled + 1) as Price);",
      foundBy: {
        "packages/domain/src/order.test.ts": [
          "tells what a share cost so far to the nearest, and nothing before its first fill",
        ],
      },
    },
    {
      name: "The way to the trigger has no sign once it is passed",
      file: "packages/domain/src/verdict.ts",
      replace: "away === 0 || 0 < distanceBps ? away : -away;",
      by: "away === 0 || 0 <= distanceBps ? away : -away;",
      foundBy: {
        "packages/domain/src/explain-reason.test.ts": [
          "is the way that is left in percent of the price, negative by how far it went beyond",
        ],
      },
    },
    {
      name: "A fall below the smallest price is waited for at a price of nothing",
      file: "packages/domain/src/verdict.ts",
      replace: "if (trigger === 0) return {",
      by: "if (trigger < 0) return {",
      foundBy: {
        "packages/domain/src/verdict.test.ts": [
          "waits for nothing below the smallest price there is: no price is a trigger there",
        ],
      },
    },
    {
      name: "A sell that failed is told as a buy",
      file: "packages/domain/src/explain-verdict.ts",
      replace:
        'facts.reason === "trail-drop" || facts.reason === "target-raised"\n    ? `Not bought',
      by: "facts.reason !== undefined\n    ? `Not bought",
      foundBy: {
        "packages/domain/src/reason.test.ts": [
          "says what blocks: Not sold although the price reached its trigger: the order ended unfilled.",
        ],
      },
    },
    {
      name: "The broker's words are left out of what it refused",
      file: "packages/domain/src/explain-verdict.ts",
      replace: '(said === undefined ? "" :',
      by: '(said !== undefined ? "" :',
      foundBy: {
        "packages/domain/src/reason.test.ts": [
          "says what blocks: Not bought although $95.50 is 4.5% below the high of $100.00 (trigger $96.00): the broker refused the order. “Day trading is not allowed.”",
        ],
      },
    },
    {
      name: "A holding may be any share of equity as it is decided",
      file: "packages/domain/src/sizing.ts",
      replace: "if (limits.maxPositionBps === RISK_UNLIMITED) return Number.POSITIVE_INFINITY;",
      by: "if (0 < limits.maxPositionBps) return Number.POSITIVE_INFINITY;",
      foundBy: {
        "packages/domain/src/sizing.test.ts": [
          "is the smallest of the four limits, and the gate is the first that leaves none",
        ],
      },
    },
    {
      name: "A holding may be any share of equity as its order is written",
      file: "packages/domain/src/risk.ts",
      replace: "return limit < value ?",
      by: "return limit < value - value ?",
      foundBy: {
        "packages/domain/src/risk.test.ts": [
          "lets the worker buy up to each limit, and not a unit beyond it",
        ],
      },
    },
    {
      name: "A symbol off the list keeps its trail while an order of it is at work",
      file: "packages/application/src/trading/account/forget-unwatched.ts",
      replace: "if (0 < book.held[slot]! || book.high[slot] === 0",
      by: "if (0 < book.held[slot]! || book.orderWorking[slot] !== 0 || book.high[slot] === 0",
      foundBy: {
        "packages/application/src/trading/session/refresh-account.test.ts": [
          "has none either while an order of it is at work",
        ],
      },
    },
    {
      name: "A fall that was over in the same moment is bought",
      file: "packages/domain/src/decide.ts",
      replace: "if (reachedAt(book, slot, price) === QUIET) return undefined;",
      by: "",
      foundBy: {
        "packages/domain/src/decide.test.ts": [
          "moves a trail by all prices of a moment, and decides on the last, for the others are past",
        ],
      },
    },
  ],
};
