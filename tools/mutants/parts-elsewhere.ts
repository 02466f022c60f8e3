import type { MutantGroup } from "./mutant.ts";

const PARTS = "packages/application/src/trading/reconciliation/adopt-parts.test.ts";
const TAKEN_BACK = "packages/application/src/trading/reconciliation/parts-taken-back.test.ts";

export const PARTS_ELSEWHERE: MutantGroup = {
  breaks: "Parts of shares that are traded at the broker's own site",
  mutants: [
    {
      name: "A trade of parts is booked as cash before its shares are shown",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "const isGivenUp = !isClear && trades",
      by: "const isGivenUp = !isClear || trades",
      foundBy: {
        [PARTS]: [
          "are booked with their shares in one, which are waited for while they are not shown",
        ],
      },
    },
    {
      name: "What an order at work has bought is taken for what a trade of parts brought",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "const isClear = isShown && working",
      by: "const isClear = isShown || working",
      foundBy: {
        [PARTS]: [
          "wait where an order at work may have brought those shares, until it has not for long",
        ],
      },
    },
    {
      name: "Trades of parts that wait are not read again",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "executions, unclear), ...parts.map(({ at }) => at)];",
      by: "executions, unclear)];",
      foundBy: { [PARTS]: ["are told again until then, however much is traded since"] },
    },
    {
      name: "Parts that took more than is left come before the split that made what was sold",
      file: "packages/application/src/trading/reconciliation/book-news.ts",
      replace:
        "        if (isFirst) await record(activity);\n        await recordParts(ready);\n        if (!isFirst) await record(activity);",
      by: "        await recordParts(ready);\n        await record(activity);",
      foundBy: {
        [PARTS]: [
          "take the shares of before to a split since, told after all that it left was sold",
        ],
      },
    },
    {
      name: "Shares that came with parts cost what the parts did as well",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: "(activity.cost ?? money(-amount))",
      by: "money(-amount)",
      foundBy: {
        [PARTS]: [
          "bring the whole shares that are in them, at what these cost, and no difference stays",
        ],
      },
    },
    {
      name: "Whole shares of an order for parts are taken for the cover of a short sale",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace: 'return kind === "fraction" || kind === "notional";',
      by: 'return kind === "notional";',
      foundBy: {
        [PARTS]: [
          "bring the shares that the same order traded as whole ones, at one broker told by themselves",
        ],
      },
    },
    {
      name: "Shares that parts took are booked before those that parts brought and that were sold",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "return wasNone ?",
      by: "return !wasNone ?",
      foundBy: {
        [PARTS]: [
          "leave what is there where what parts took was sold since by more than was left of it",
        ],
      },
    },
    {
      name: "A split is booked before the parts that brought what it split",
      file: "packages/application/src/trading/reconciliation/book-news.ts",
      replace: "const ready = before\n",
      by: 'const ready = before && activity.kind !== "split"\n',
      foundBy: { [PARTS]: ["bring the shares of before to a split since, told at once"] },
    },
    {
      name: "A sale that waits for shares of parts keeps these from being booked",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "sharesOf([...positions, ...sold], ticker)",
      by: "sharesOf(positions, ticker)",
      foundBy: {
        [PARTS]: ["bring the shares that were sold since as whole ones, all told at once"],
      },
    },
    {
      name: "Parts of before a split are counted with what was sold after it",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: " - netOf(later);",
      by: ";",
      foundBy: {
        [PARTS]: [
          "bring the shares of before to a split since, told after some of what it left was sold",
        ],
      },
    },
    {
      name: "Shares of a trade that was taken back, and waits, are counted with those of parts",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "[...early, ...(await takenBack(storage.read, told))]",
      by: "[...early]",
      foundBy: {
        [TAKEN_BACK]: [
          "bring shares that were sold since, where that was taken back before it is booked, all told once",
        ],
      },
    },
    {
      name: "Of trades that were taken back only those that are not booked count without parts",
      file: "packages/application/src/trading/reconciliation/adopt-parts.ts",
      replace: "(await fills.find(accountId, executionId));\n    if (trade)",
      by: "undefined;\n    if (trade)",
      foundBy: {
        [TAKEN_BACK]: [
          "bring shares without which what was bought since cannot be taken back, for some were sold",
        ],
      },
    },
    {
      name: "Parts are booked before a trade is taken back that was told late",
      file: "packages/application/src/trading/reconciliation/book-news.ts",
      replace: "      await recordWaiting();\n",
      by: "",
      foundBy: {
        [TAKEN_BACK]: [
          "take shares that a sale has given back, which was told before what it sold",
        ],
      },
    },
    {
      name: "What was taken back counts once for each time it is listed",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "eachOnce(activities, ({ id }) => id)",
      by: "activities",
      foundBy: {
        [TAKEN_BACK]: [
          "bring shares that were sold since, where that was taken back before it is booked, the taking back told twice in each list",
        ],
      },
    },
    {
      name: "What was sold before parts are booked counts once for each time it is listed",
      file: "packages/application/src/trading/reconciliation/adopt-news.ts",
      replace: "eachOnce(executions, ({ executionId }) => executionId)",
      by: "executions",
      foundBy: {
        [TAKEN_BACK]: [
          "bring shares that were sold since, where that was taken back before it is booked, the sale told twice in each list",
        ],
      },
    },
  ],
};
