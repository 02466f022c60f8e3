import type { MutantGroup } from "./mutant.ts";

const AFTER_SALE = "packages/application/src/trading/activities/bust-after-sale.test.ts";

const TOLD_ANEW = "packages/application/src/trading/fills/counted-anew.test.ts";

export const TOLD_LATER: MutantGroup = {
  breaks: "What happened at the broker, and is told after something that came of it",
  mutants: [
    {
      name: "An account whose only trade was taken back is taken for one begun anew",
      file: "packages/application/src/trading/session/hear-broker.ts",
      replace:
        "!(await listsWhatWasThere(needs.storage.read)(word.value, followed.account, done.value))",
      by: "(await listsWhatWasThere(needs.storage.read)(word.value, followed.account, done.value))",
      foundBy: {
        "packages/application/src/trading/activities/told-after-all-is-gone.test.ts": [
          "holds the account back until it is told, and is no account begun anew",
        ],
      },
    },
    {
      name: "An account whose shares came from another and were all made cash is taken for one begun anew",
      file: "packages/application/src/trading/reconciliation/venue-reset.ts",
      replace: "activities.some((one) => symbolsIn(one).some((symbol) => gone.has(symbol)));",
      by: "activities.some((one) => symbolsIn(one).length < 0);",
      foundBy: {
        "packages/application/src/trading/activities/told-after-all-is-gone.test.ts": [
          "hold the account back until it is told, and are no account begun anew",
        ],
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "is told by activities of what is gone, or is not: a trade of parts, which waits for its shares",
        ],
      },
    },
    {
      name: "An account whose shares had another name and were all made cash is taken for one begun anew",
      file: "packages/application/src/trading/reconciliation/venue-reset.ts",
      replace: "return [becomes, ticker].filter(",
      by: "return [ticker].filter(",
      foundBy: {
        "packages/application/src/trading/reconciliation/venue-reset.test.ts": [
          "is told by activities of what is gone, or is not: the name they had before",
        ],
      },
    },
    {
      name: "An account that trades on while parts of shares wait for theirs is taken for one begun anew",
      file: "packages/application/src/trading/reconciliation/venue-reset.ts",
      replace: "    return 0 < (await fills.bookedAmong(id, ids)).size;",
      by: "    return ids.length < 0;",
      foundBy: {
        "packages/application/src/trading/activities/told-after-all-is-gone.test.ts": [
          "wait for the name, and the account goes on after all else was sold",
        ],
      },
    },
    {
      name: "A trade that cannot be taken back before another one is stops the account at once",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "at - activity.at < TOLD_MS_MAX;",
      by: "activity.at < 0;",
      foundBy: {
        [AFTER_SALE]: [
          "waits where the sale of what was never held without it is taken back as well, and not told yet",
        ],
        "packages/application/src/trading/activities/told-after-all-is-gone.test.ts": [
          "hold the account back until both are told, and need nobody to look",
        ],
      },
    },
    {
      name: "A trade that can never be taken back is asked for again without end",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "at - activity.at < TOLD_MS_MAX;",
      by: "0 < activity.at;",
      foundBy: {
        [AFTER_SALE]: ["stops the account where that is not told within a quarter of an hour"],
      },
    },
    {
      name: "Shares that came from another account are in the worker's book only once the rows are read",
      file: "packages/application/src/trading/activities/absorb-activity.ts",
      replace: "(activity.amount !== 0 || booked.trail === undefined)",
      by: "activity.amount !== 0",
      foundBy: {
        "packages/application/src/trading/activities/cash-with-shares.test.ts": [
          "are in the book whole: no equity without them",
        ],
      },
    },
    {
      name: "A split that is told late takes the cost of new shares for that of old ones",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: "splitBefore(held, activity, later) ?? splitHolding(held, activity)",
      by: "splitHolding(held, activity)",
      foundBy: {
        "packages/application/src/trading/activities/shares-told-late.test.ts": [
          "comes before what was sold since: cost and gain are what they would be told in time",
        ],
      },
    },
    {
      name: "A split is counted before trades whatever was held then",
      file: "packages/application/src/trading/activities/split-holding.ts",
      replace: "if (before?.shares !== activity.before) return undefined;",
      by: "if (!before) return undefined;",
      foundBy: {
        "packages/application/src/trading/activities/shares-told-late.test.ts": [
          "splits what it is told of where that was not held before what was traded since",
        ],
      },
    },
    {
      name: "What a company let go of is sold by rule, for it came at no cost",
      file: "packages/application/src/trading/activities/activity-effect.ts",
      replace: ' && kind !== "spin-off"',
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/shares-told-late.test.ts": [
          "make a holding of the same symbol nobody's to trade: they came at no cost",
        ],
      },
    },
    {
      name: "Shares whose sale by hand was taken back are sold by rule",
      file: "packages/application/src/trading/activities/effect-of-undoing.ts",
      replace: "held.shares === 0 ? fill.reason !== undefined : held.isManaged",
      by: "held.isManaged",
      foundBy: {
        "packages/application/src/trading/activities/bust-after-sale.test.ts": [
          "leaves the shares to their user, whose they were",
        ],
      },
    },
    {
      name: "A trade whose taking back is dated by its day is traded again",
      file: "packages/application/src/trading/fills/traded-since.ts",
      replace: "instant(since - DAY_MS)",
      by: "since",
      foundBy: {
        "packages/application/src/trading/activities/bust-after-sale.test.ts": [
          "is not traded again with another that is taken back after it, though it is dated by its day",
        ],
      },
    },
    {
      name: "A trade cannot be taken back on the day of a split before it",
      file: "packages/application/src/trading/fills/traded-since.ts",
      replace: "      at <= one.at &&\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/activities/bust-after-sale.test.ts": [
          "is taken out where its shares were split before it, on the same day",
        ],
      },
    },
    {
      name: "Orders are read before the executions that are of them",
      file: "packages/application/src/trading/reconciliation/read-broker.ts",
      replace:
        "  const executions = await broker.executionsSince(since);\n  const orders = await broker.ordersSince(since);",
      by: "  const orders = await broker.ordersSince(since);\n  const executions = await broker.executionsSince(since);",
      foundBy: {
        "packages/application/src/trading/reconciliation/reconcile-account.test.ts": [
          "knows what is left of an order of others that traded in part while it was read",
        ],
      },
    },
    {
      name: "An execution that is told anew after it was taken back fills its order beyond its size",
      file: "packages/application/src/trading/fills/counted-anew.ts",
      replace: "if (gone.size === 0) return {};",
      by: "if (gone !== undefined) return {};",
      foundBy: {
        [TOLD_ANEW]: [
          "is booked where the order was filled by then, and ends it with what it came to",
          "leaves room for the rest of an order that goes on",
        ],
      },
    },
    {
      name: "What was taken back of an order makes room in it as often as something is told",
      file: "packages/application/src/trading/fills/counted-anew.ts",
      replace: "fill.clientKey === clientKey && !gone.has(fill.executionId),",
      by: "fill.clientKey !== clientKey,",
      foundBy: { [TOLD_ANEW]: ["makes room once: one more is too many"] },
    },
    {
      name: "What is taken back of the time before the books is waited for without an end",
      file: "packages/application/src/trading/activities/record-activity.ts",
      replace: "if (!hasWaited && isUnheard(",
      by: "if (isUnheard(",
      foundBy: {
        "packages/application/src/trading/session/bust-of-before.test.ts": [
          "says of a trade that is older than the books, and was taken back, that they cannot take it back, and reads on",
        ],
      },
    },
  ],
};
