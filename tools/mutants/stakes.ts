import type { MutantGroup } from "./mutant.ts";

export const STAKES: MutantGroup = {
  breaks: "What is at stake, and whom the watch believes about it",
  mutants: [
    {
      name: "A buy counts as an order to sell",
      file: "packages/application/src/watch/database-sight.ts",
      replace: ' && order.side === "sell"',
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell without an answer counts as one that stands",
      file: "packages/application/src/watch/database-sight.ts",
      replace: " && isTaken(order))",
      by: ")",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell of another symbol protects a holding",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "order.ticker === ticker && ",
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "What a sell has filled counts once more",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "sum + openQuantity(order)",
      by: "sum + order.quantity",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A sell of some shares counts as one of all",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "return quantity <= selling;",
      by: "return 0 < quantity * selling;",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "counts a position as on sale when orders that the broker has taken sell all of it",
        ],
      },
    },
    {
      name: "A demo is told of as an account at stake",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "if (user?.isDemo)",
      by: "if (!user)",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "passes over demos, and accounts that hold nothing and are not automated",
        ],
      },
    },
    {
      name: "Accounts with nothing at stake are told of",
      file: "packages/application/src/watch/database-sight.ts",
      replace: ".filter(({ isAutomated, positions }) => isAutomated || 0 < positions)",
      by: ".filter(() => true)",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "passes over demos, and accounts that hold nothing and are not automated",
        ],
      },
    },
    {
      name: "Automated accounts are not told of first",
      file: "packages/application/src/watch/database-sight.ts",
      replace: `
    .sort((one, other) => Number(other.isAutomated) - Number(one.isAutomated))`,
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "names twenty accounts, the automated ones first, and counts the others",
        ],
      },
    },
    {
      name: "A worker that is gone is believed",
      file: "packages/application/src/watch/living-workers.ts",
      replace: "newest!.at - at < ONLINE_WITHIN_MS",
      by: "0 <= newest!.at - at",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "One worker with prices is enough",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "hasPrices: alive.every(",
      by: "hasPrices: alive.some(",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "The broker of a disabled account is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: 'account?.status === "active" && account.removedAt',
      by: "account?.removedAt",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "believes the pings of half a minute, and forgets what a worker said that has gone",
        ],
      },
    },
    {
      name: "The broker of a removed account is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: " && account.removedAt === undefined",
      by: "",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "misses no broker of an account that was removed",
        ],
      },
    },
    {
      name: "The broker of an account without automation is missed",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "found.filter(({ isAutomated }) => isAutomated)",
      by: "found",
      foundBy: {
        "packages/application/src/watch/run-watch.test.ts": [
          "is quiet about the broker of an account without automation",
        ],
      },
    },
    {
      name: "An account that its broker lets in no more is missed by nobody",
      file: "packages/application/src/watch/database-sight.ts",
      replace: 'status === "error" || status === "pending"',
      by: 'status === "pending"',
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "misses 1 account at a broker that is error: keys-refused",
        ],
      },
    },
    {
      name: "An account that waits for its user is missed by nobody",
      file: "packages/application/src/watch/database-sight.ts",
      replace: 'status === "error" || status === "pending"',
      by: 'status === "error"',
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "misses 1 account at a broker that is pending: needs-authorisation",
        ],
      },
    },
    {
      name: "The server's word that an account is let in no more is not heard",
      file: "packages/adapters-watch/src/http-sight.ts",
      replace: " || isShutOut(status)",
      by: "",
      foundBy: {
        "packages/adapters-watch/src/http-sight.test.ts": [
          "sees one that its broker does not let in: needs-authorisation",
        ],
      },
    },
    {
      name: "Accounts beyond those looked at are told by nobody",
      file: "packages/application/src/watch/database-sight.ts",
      replace: "Math.max(0, concerned.length - ACCOUNTS_NAMED_MAX) + unread",
      by: "Math.max(0, concerned.length - ACCOUNTS_NAMED_MAX) + 0 * unread",
      foundBy: {
        "packages/application/src/watch/database-sight.test.ts": [
          "looks at no more than two hundred accounts, and counts the others all the same",
        ],
      },
    },
  ],
};
