import type { MutantGroup } from "./mutant.ts";

const APP = "packages/application/src";
const OWN_TEST = `${APP}/trading/prices/own-market.test.ts`;
const MARKETS_TEST = "packages/adapters-http/src/market/two-markets.test.ts";

export const OWN_MARKETS: MutantGroup = {
  breaks: "Whose prices an account is priced by",
  mutants: [
    {
      name: "A market order is paid at the price of another market",
      file: `${APP}/trading/placing/write-manual-order.ts`,
      replace: "inMarketOf(needs, account).prices.ask(ticker)",
      by: "needs.prices.ask(ticker)",
      foundBy: {
        [OWN_TEST]: ["buys nothing that it could pay at the built-in exchange's price alone"],
      },
    },
    {
      name: "Trails begin anew at the prices of another market",
      file: `${APP}/trading/settings/toggle-automation.ts`,
      replace: "const { prices } = inMarketOf(needs, account);",
      by: "const { prices } = needs;",
      foundBy: {
        [OWN_TEST]: [
          "follows its symbols from the prices of its own market when automation is switched on",
        ],
      },
    },
    {
      name: "A symbol is watched that another market lists",
      file: `${APP}/trading/settings/change-watchlist.ts`,
      replace: "account.ok ? inMarketOf(needs, account.value) : needs",
      by: "needs",
      foundBy: {
        [OWN_TEST]: ["watches what its own market lists, and nothing else"],
      },
    },
    {
      name: "What would trade at once is told by the prices of another market",
      file: `${APP}/trading/decisions/current-book.ts`,
      replace: "inMarketOf(needs, rows.account)",
      by: "needs",
      foundBy: {
        [`${APP}/trading/decisions/due-at-once.test.ts`]: [
          "is nothing where the venue's prices are only shown, and no trail follows them",
        ],
      },
    },
    {
      name: "A halt of another market's exchange stops orders",
      file: `${APP}/trading/safeguards/exchange-halted.ts`,
      replace: "inMarketOf(markets, account).prices",
      by: "markets.prices",
      foundBy: {
        [`${APP}/trading/session/real-market.test.ts`]: [
          "B18: orders nothing in a symbol that its exchange halted, until it trades and a new quote is there",
        ],
      },
    },
    {
      name: "What is held is worth what it costs in another market",
      file: `${APP}/views/read-holdings.ts`,
      replace: "inMarketOf(markets, account)",
      by: "markets",
      foundBy: {
        [MARKETS_TEST]: ["are never mixed in any answer of an account at a paper venue"],
      },
    },
    {
      name: "A quote is the one of another market",
      file: "packages/adapters-http/src/market/market-routes.ts",
      replace: "account.ok ? inMarketOf(needs, account.value) : needs",
      by: "needs",
      foundBy: {
        [MARKETS_TEST]: ["are never mixed in any answer of an account at a paper venue"],
      },
    },
  ],
};
