import type { MutantGroup } from "./mutant.ts";

export const TAKE_OVERS: MutantGroup = {
  breaks: "What an account is taken over with, and what E*TRADE's rows are read as",
  mutants: [
    {
      name: "Two at once are let in as one account of a broker",
      file: "packages/adapters-persistence/src/accounts/typeorm-account-store.ts",
      replace: '"SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"',
      by: '"SELECT hashtextextended($1, 0)"',
      foundBy: {
        "packages/adapters-persistence/src/connected-at-once.test.ts": [
          "is told of to one transaction after the other",
        ],
      },
    },
    {
      name: "Only the oldest account of a number counts as connected",
      file: "packages/application/src/brokers/validate-account.ts",
      replace: "known.some((other) => other.id",
      by: "known.slice(0, 1).some((other) => other.id",
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "is not let in as one that was connected after it and trades already",
        ],
      },
    },
    {
      name: "One that was never let in keeps another out",
      file: "packages/application/src/brokers/validate-account.ts",
      replace: " && other.lastValidatedAt !== undefined",
      by: "",
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "is let in once, where two were said to be it before the broker showed either",
        ],
      },
    },
    {
      name: "Money that moves while an account is read is not seen",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "activities.length === activitiesAfter.length &&\n      traded",
      by: "traded",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "reads all again when money moves without a trade in between",
        ],
      },
    },
    {
      name: "The activities of the first reading are compared with each later one",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "    activities = activitiesAfter;\n",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "reads all again when money moves without a trade in between",
        ],
      },
    },
    {
      name: "An execution that comes while an account is read is not seen",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "isQuiet && isSame(before, after)",
      by: "isQuiet",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "reads all again when an execution comes in between",
        ],
      },
    },
    {
      name: "A sum of executions that grows while an account is read is not seen",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: " && before.at(-1)?.executionId === after.at(-1)?.executionId",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "reads all again when a sum of executions grows in between",
        ],
      },
    },
    {
      name: "The books begin by our clock where nothing was traded lately",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "after.at(-1)?.at ?? since - 1",
      by: "after.at(-1)?.at ?? at",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "books what is traded afterwards at a venue whose clock is behind ours",
        ],
      },
    },
    {
      name: "An order that the broker holds is not taken over",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: '(state === "working" || state === "suspended") && filled',
      by: 'state === "working" && filled',
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "brings open orders in as somebody else's, as far as they are open",
        ],
      },
    },
    {
      name: "An order of which nothing is left to trade is taken over as open",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: " && filled < quantity",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "brings open orders in as somebody else's, as far as they are open",
        ],
      },
    },
    {
      name: "The price of a stop that trails at E*TRADE is kept as if it stood",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: 'detail.priceType === "STOP" || detail.priceType === "STOP_LIMIT"',
      by: "detail.stopPrice !== undefined",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "have no stop where theirs trails the price",
        ],
      },
    },
    {
      name: "An order of which E*TRADE shows more filled than ordered is believed",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: "quantity < filled || ",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "are as large as their rows say, whether each tells the whole or its part",
        ],
      },
    },
    {
      name: "An order at E*TRADE that traded at no price it says is over",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: '  if (isUntold) return "suspended";\n',
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "stay open while their price is 0",
        ],
      },
    },
    {
      name: "An account is taken over while an order does not say what it traded",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "    refuseUntold(orders);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/broker-snapshot.test.ts": [
          "takes no account over while one of its orders does not say what it traded",
        ],
      },
    },
    {
      name: "A fill at E*TRADE whose price comes later is never told",
      file: "packages/adapters-broker/src/etrade/etrade-notices.ts",
      replace: "(!before?.execution || before.report.filled !== report.filled)",
      by: "before?.report.filled !== report.filled",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-notices.test.ts": [
          "tells a fill once its price is told, which was later than that it had traded",
        ],
      },
    },
    {
      name: "Rows of two symbols are one order at E*TRADE",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: "row.Product.symbol === first.Product.symbol && row",
      by: "row",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "are not read where a row is of another symbol or side, or of shares that were sold short",
        ],
      },
    },
    {
      name: "A fill at E*TRADE is of a time that is yet to come",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: " && latest <= readAt + CLOCK_SLACK_MS",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "were filled by now where the time of it is yet to come",
        ],
      },
    },
    {
      name: "Shares that may have become either of two become the first",
      file: "packages/adapters-broker/src/etrade/etrade-share-legs.ts",
      replace: "came === undefined || 1 < fitting.length",
      by: "came === undefined",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-share-legs.test.ts": [
          "are told apart by their count where several change on one day, and else not told",
        ],
      },
    },
    {
      name: "Shares that came for either of two came for the first",
      file: "packages/adapters-broker/src/etrade/etrade-share-legs.ts",
      replace: "      if (1 < rivals.filter((other) => isOf(other, came)).length) continue;\n",
      by: "",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-share-legs.test.ts": [
          "are told apart by their count where several change on one day, and else not told",
        ],
      },
    },
    {
      name: "What was traded elsewhere before is booked once more",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "[...activities, ...traded]",
      by: "activities",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "never books cash that moved before, though the broker files it days late",
        ],
      },
    },
    {
      name: "Cash that the broker files days late is booked once more",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "instant(at - ACTIVITIES_OVERLAP_MS)",
      by: "instant(at)",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "never books cash that moved before, though the broker files it days late",
        ],
      },
    },
    {
      name: "Something else is traded between the looks at an account",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "&&\n      traded.length === tradedSince(await broker.foreign(since), since).length",
      by: "",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "reads all again when something else is traded in between",
        ],
      },
    },
    {
      name: "Orders for something else are read of the last day",
      file: "packages/application/src/trading/account/broker-snapshot.ts",
      replace: "broker.foreign(instant(at - ORDERS_OPEN_MS), since)",
      by: "broker.foreign(since, since)",
      foundBy: {
        "packages/application/src/brokers/take-over-broker.test.ts": [
          "shows an order for something else that has been open for weeks",
        ],
      },
    },
    {
      name: "A cool-down of a fill lasts as long as is set when a worker begins",
      file: "packages/application/src/trading/account/book-from-rows.ts",
      replace: " && (begunAt.get(ticker) ?? 0) < at",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/book-from-rows.test.ts": [
          "cools down after a fill for as long as was set then, which is stored with its trail",
        ],
      },
    },
    {
      name: "What came without a price is not looked up on the board",
      file: "packages/application/src/trading/session/keep-account.ts",
      replace: "  markUnpriced(followed, needs.prices);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/session/keep-account.test.ts": [
          "values what came to be held of a symbol that nobody followed, though no price of it comes",
        ],
      },
    },
    {
      name: "What came without a price is worth one of other shares",
      file: "packages/application/src/trading/account/mark-from-board.ts",
      replace: " || basis.halted.has(ticker)",
      by: "",
      foundBy: {
        "packages/application/src/trading/account/mark-from-board.test.ts": [
          "is worth nothing by the price of shares that the broker has another number of",
        ],
      },
    },
  ],
};
