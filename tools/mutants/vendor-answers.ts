import type { MutantGroup } from "./mutant.ts";

const SETTLED = "packages/application/src/trading/activities/left-to-settle.test.ts";
const GROUPS = "packages/adapters-broker/src/etrade/etrade-groups.test.ts";
const PARTS = "packages/adapters-broker/src/etrade/etrade-executed-parts.test.ts";
const LISTS = "packages/adapters-broker/src/etrade/etrade-odd-lists.test.ts";
const HOLDINGS = "packages/adapters-broker/src/etrade/etrade-positions.test.ts";
const TO_SELL = "packages/application/src/trading/sales/shares-to-sell.test.ts";

export const VENDOR_ANSWERS: MutantGroup = {
  breaks: "What brokers tell otherwise than one would think",
  mutants: [
    {
      name: "What an average was rounded by is booked again with every trade of the day",
      file: "packages/application/src/trading/activities/left-to-settle.ts",
      replace: "...before.map(({ amount }) => amount)",
      by: "",
      foundBy: {
        [SETTLED]: ["are settled by what is new where the symbol is traded again that day"],
      },
    },
    {
      name: "Trades are settled by the cash of other ones",
      file: "packages/application/src/trading/activities/left-to-settle.ts",
      replace: "  return Math.abs(left) <= quantity * ROUNDED_BY_MAX ? left : undefined;",
      by: "  return left;",
      foundBy: {
        [SETTLED]: [
          "wait until all of them are on record, and are not settled by another trade's cash",
        ],
      },
    },
    {
      name: "Orders that were placed together are told as none of shares",
      file: "packages/adapters-broker/src/etrade/etrade-groups.ts",
      replace: '  "ONE_CANCELS_ALL",\n',
      by: "",
      foundBy: { [GROUPS]: ["are each an order of shares, with what it traded"] },
    },
    {
      name: "Shares in cash and those on margin are two holdings, of which one is lost",
      file: "packages/adapters-broker/src/etrade/etrade-positions.ts",
      replace: "    if (isLast) return inOneRowEach(found);",
      by: "    if (isLast) return found;",
      foundBy: {
        [HOLDINGS]: [
          "tells of shares in cash and of more of them on margin, on one page, as of one holding",
        ],
      },
    },
    {
      name: "A holding that moves to the next page while it is read counts twice",
      file: "packages/adapters-broker/src/etrade/etrade-positions.ts",
      replace: "    for (const { loose } of news) shown.add(loose.positionId);\n",
      by: "",
      foundBy: { [HOLDINGS]: ["counts a holding once that two pages show"] },
    },
    {
      name: "Lists of a single day are asked for, of which E*TRADE says that they are none",
      file: "packages/adapters-broker/src/etrade/etrade-orders.ts",
      replace: "instant(Math.min(from, dayBoundsOf(now).starts - 1))",
      by: "from",
      foundBy: {
        [LISTS]: ["end on a later day than they begin where they are read from today"],
      },
    },
    {
      name: "Orders that were placed together under one number each are taken for one",
      file: "packages/adapters-broker/src/etrade/etrade-groups.ts",
      replace: " && numbers.size === loose.OrderDetail.length",
      by: "",
      foundBy: {
        [GROUPS]: ["are each told by their place where all have the number 577"],
      },
    },
    {
      name: "An order of which E*TRADE writes a zero for its time makes the account unreadable",
      file: "packages/adapters-broker/src/etrade/etrade-wire.ts",
      replace: "Maybe.transform((told) => told || undefined)",
      by: "Maybe",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-odd-rows.test.ts": [
          "is read where one of others waits so, and says it by a zero, which is shown for itself",
        ],
      },
    },
    {
      name: "An order that E*TRADE calls executed and tells a part of stays open for ever",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: 'return state === "filled" && isToldOut ? "canceled" : state;',
      by: "return state;",
      foundBy: {
        [PARTS]: ["that are called executed have ended after a minute"],
      },
    },
    {
      name: "An order that the broker made smaller and filled stays open for ever",
      file: "packages/application/src/trading/fills/record-order-report.ts",
      replace: "  if (isFilledShort(report, order)) return [accepted",
      by: "  if (isFilledShort(report, order) && false) return [accepted",
      foundBy: {
        "packages/application/src/trading/fills/record-order-report.test.ts": [
          "ends an order that the broker calls filled with fewer shares than were ordered, once all are told",
        ],
      },
    },
    {
      name: "Of a sale that E*TRADE previews in two parts one is placed",
      file: "packages/adapters-broker/src/etrade/etrade-submit.ts",
      replace: "preview.data.PreviewOrderResponse.PreviewIds.map",
      by: "preview.data.PreviewOrderResponse.PreviewIds.slice(0, 1).map",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-submit.test.ts": [
          "places all that a preview has made of an order: a sale of shares in cash and on margin is two",
        ],
      },
    },
    {
      name: "An account that is let in anew is still ended by the word before",
      file: "packages/application/src/brokers/authorise-broker.ts",
      replace: 'if (account.status === "active") return activated(account, at);',
      by: 'if (account.status === "active") return account;',
      foundBy: {
        "packages/application/src/brokers/authorise-broker.test.ts": [
          "is not ended by what was asked under the word before, which the new one may have ended",
        ],
      },
    },
    {
      name: "Cash of a company's shares is a deposit by the company's name",
      file: "packages/adapters-broker/src/etrade/etrade-activity-mapping.ts",
      replace: "const moves = ticker === undefined ? text : type;",
      by: "const moves = text;",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-activity-mapping.test.ts": [
          "tell Liquidation of 30 in our words",
        ],
      },
    },
    {
      name: "A token that E*TRADE refuses with another status than 401 asks nobody to sign in",
      file: "packages/adapters-broker/src/etrade/etrade-answer.ts",
      replace: "status < 500 ? OF_OAUTH.test(text) : ",
      by: "500 <= status && ",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-refusals.test.ts": [
          '400 {"Error":{"message":"oauth_problem=token_rejected"}} is a refusal of authorisation',
        ],
      },
    },
    {
      name: "An order at work is taken for the one part of it that is done",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: "(filled === first && !(isAtWork && 0 < others.length))",
      by: "filled === first",
      foundBy: {
        "packages/adapters-broker/src/etrade/etrade-order-mapping.test.ts": [
          "are as large as their rows say, whether each tells the whole or its part",
        ],
      },
    },
    {
      name: "An order is over as soon as the first of its parts is",
      file: "packages/adapters-broker/src/etrade/etrade-order-mapping.ts",
      replace: "find(({ status }) => !ENDS.has(STATES[status])) ?? detail",
      by: "find(() => false) ?? detail",
      foundBy: {
        [PARTS]: [
          'stand as their part that has not ended does: "OPEN" beside one that has executed',
        ],
      },
    },
    {
      name: "A page of executions begins after the last one that was told",
      file: "packages/adapters-broker/src/alpaca/alpaca-activity-pages.ts",
      replace: "    if (next !== undefined && after < next) {",
      by: "    if (next !== undefined && after > next) {",
      foundBy: {
        "packages/adapters-broker/src/alpaca/alpaca-activity-pages.test.ts": [
          "have every fill, also where a page ends amid those of one millisecond",
        ],
      },
    },
    {
      name: "An emergency sale gives up what was bought just now",
      file: "packages/application/src/trading/sales/shares-to-sell.ts",
      replace: "    if (isWaitedFor) return undefined;\n",
      by: "",
      foundBy: {
        [TO_SELL]: ["gives up no holding that was bought just now and is not shown yet"],
      },
    },
    {
      name: "Tiingo's closes are in shares of yesterday on the day of a split",
      file: "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.ts",
      replace: "barsFromDays(days, await splitSince(ticker, days))",
      by: "barsFromDays(days, (await splitSince(ticker, days)) && 1)",
      foundBy: {
        "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.test.ts": [
          "are divided by a split of today, whose own day is told after its close: as it is",
        ],
      },
    },
    {
      name: "Tiingo's closes are told where nobody could say whether there is a split today",
      file: "packages/adapters-broker/src/prices/tiingo/tiingo-todays-splits.ts",
      replace: "error instanceof MarketDataUnavailable && NOT_GIVEN.has(error.trouble.reason)",
      by: "error instanceof MarketDataUnavailable",
      foundBy: {
        "packages/adapters-broker/src/prices/tiingo/tiingo-market-data.test.ts": [
          "are told without today's splits where the plan has none, and not where they may come: 503",
        ],
      },
    },
  ],
};
