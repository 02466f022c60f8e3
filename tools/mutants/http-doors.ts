import type { MutantGroup } from "./mutant.ts";

const HTTP = "packages/adapters-http/src";
const CSV = `${HTTP}/orders/csv-routes.ts`;
const LIVE = `${HTTP}/live/live-streams.ts`;
const ENDS_TEST = `${HTTP}/live/live-stream-ends.test.ts`;
const FEED = `${HTTP}/live/user-feed.ts`;
const MARKETS_TEST = `${HTTP}/market/two-markets.test.ts`;

const OF_A_BUILT_IN = "are never mixed in a live stream of an account at a built-in venue";
const OF_A_PAPER = "are never mixed in a live stream of an account at a paper venue";

export const HTTP_DOORS: MutantGroup = {
  breaks: "Who is answered, and what windows are told",
  mutants: [
    {
      name: "A build made while the server runs is never named",
      file: `${HTTP}/name-build.ts`,
      replace: "if (read?.version === version) return read.build;",
      by: "if (read !== undefined) return read.build;",
      foundBy: {
        [`${HTTP}/name-build.test.ts`]: [
          "is that of the page as it is served now, whatever was built while the server runs",
        ],
      },
    },
    {
      name: "A file is asked for by who is not signed in, and nothing is said",
      file: CSV,
      replace: 'if (!user) throw new RequestRefused({ kind: "signed-out" });',
      by: "if (!user) return;",
      foundBy: {
        [`${HTTP}/orders/csv-routes.test.ts`]: [
          "is for who is signed in, and of their own: /api/trades.csv",
          "is for who is signed in, and of their own: /api/orders.csv",
          "is for who is signed in, and of their own: /api/activities.csv",
          "is for who is signed in, and of their own: /api/decisions.csv",
        ],
      },
    },
    {
      name: "A sign-in that ends signs every window out",
      file: LIVE,
      replace: "if (reader.sidHash === sidHash) reader.signOut();",
      by: "reader.signOut();",
      foundBy: {
        [ENDS_TEST]: ["goes on for everybody else, and in another browser of the same user"],
      },
    },
    {
      name: "A password that is changed ends every window",
      file: LIVE,
      replace: "if (reader.sidHash === sidHash) reader.end();",
      by: "reader.end();",
      foundBy: {
        [ENDS_TEST]: ["goes on for everybody else, and in another browser of the same user"],
      },
    },
    {
      name: "A sign-in's windows are counted with those of another",
      file: LIVE,
      replace: "readers.filter((reader) => reader.sidHash === sidHash).length",
      by: "readers.length",
      foundBy: {
        [ENDS_TEST]: ["lets a sign-in open four windows, and a user so many more by another"],
      },
    },
    {
      name: "A window goes on for a user whose time is over",
      file: LIVE,
      replace: "if (!known || isOver(known, at)) return reader.signOut();",
      by: "if (!known) return reader.signOut();",
      foundBy: {
        [ENDS_TEST]: ["ends when its user's time is over, though the sign-in would last"],
      },
    },
    {
      name: "A window is told the prices of a market that is not its account's",
      file: FEED,
      replace: "      if (board !== prices) return;\n",
      by: "",
      foundBy: { [MARKETS_TEST]: [OF_A_PAPER] },
    },
    {
      name: "A window is told the prices of the built-in market, wherever its account is",
      file: FEED,
      replace: "      prices = account ? inMarketOf(needs, account).prices : needs.prices;\n",
      by: "",
      foundBy: { [MARKETS_TEST]: [OF_A_PAPER] },
    },
    {
      name: "A window is told the prices of the real market, wherever its account is",
      file: FEED,
      replace: "prices = account ? inMarketOf(needs, account).prices : needs.prices;",
      by: "prices = account && needs.realMarket ? needs.realMarket.prices : needs.prices;",
      foundBy: { [MARKETS_TEST]: [OF_A_BUILT_IN] },
    },
    {
      name: "The payment provider is asked as often as somebody likes",
      file: `${HTTP}/rate-limits.ts`,
      replace: "limits.paymentsPerUser), userIn]",
      by: "limits.paymentsPerUser), () => undefined]",
      foundBy: {
        [`${HTTP}/limits-and-headers.test.ts`]: [
          "of what is asked of the payment provider are limited by user",
        ],
      },
    },
  ],
};
