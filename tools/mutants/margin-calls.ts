import type { MutantGroup } from "./mutant.ts";

const LIQUIDATION = "packages/application/src/exchange/venue-liquidation.ts";
const TESTS = "packages/application/src/exchange/margin-liquidation.test.ts";
const RESTORES =
  "sells what binds most at the next whole minute, and no more than restores its margin";

export const MARGIN_CALLS: MutantGroup = {
  breaks: "What the built-in exchange sells of an account that has too little margin",
  mutants: [
    {
      name: "The exchange lets an account without its margin be",
      file: LIQUIDATION,
      replace: "let missing = maintenance - equity;",
      by: "let missing = -equity;",
      foundBy: { [TESTS]: [RESTORES] },
    },
    {
      name: "The exchange sells out who has exactly what there has to be",
      file: LIQUIDATION,
      replace: "  if (missing <= 0) return [];",
      by: "  if (missing < 0) return [];\n  missing += 1;",
      foundBy: {
        [TESTS]: ["leaves alone who has as much as it has to maintain, to the last ten-thousandth"],
      },
    },
    {
      name: "The exchange sells all of an account where a part restores its margin",
      file: LIQUIDATION,
      replace: "    if (missing <= 0) break;\n",
      by: "",
      foundBy: { [TESTS]: [RESTORES] },
    },
    {
      name: "The exchange sells once more what it is selling already",
      file: LIQUIDATION,
      replace: ".filter(({ ticker }) => !leaving.has(ticker));",
      by: ".filter(() => leaving !== undefined);",
      foundBy: { [TESTS]: ["is sold out once, however often that is asked for"] },
    },
    {
      name: "What an account has ordered stands while it is sold out",
      file: LIQUIDATION,
      replace: "    if (current !== order || order.isLiquidation) continue;",
      by: "    if (current === order) continue;",
      foundBy: { [TESTS]: [RESTORES] },
    },
    {
      name: "Margin is looked at when the exchange looks, and not of each minute",
      file: LIQUIDATION,
      replace: "  const due = isRegular(session, minute) ? minute : session.opens;",
      by: "  const due = isRegular(session, until) ? until : session.opens;",
      foundBy: {
        [TESTS]: ["trades alike however seldom it looks, in the same slots, whenever it looks"],
      },
    },
  ],
};
