import type { MutantGroup } from "./mutant.ts";

const TRADING = "packages/application/src/trading";
const TESTS = `${TRADING}/strategies/other-shares-of-own.test.ts`;

const BEGINS = "sells nothing for a split, which it takes for no fall: it begins anew";
const ELSEWHERE = "sells nothing for a split that another process has booked";
const WATCHED = "buys nothing for a split of what is watched and not held";
const COUNT = "wants no count any more that was of the shares before a split";
const WISHES = "packages/application/src/research/own-strategy";
const NOTHING = 'is left all the same where it was to hold nothing: {"shares":0}';
const IN_FLIGHT = "is not heard on what it was asked before a split, and answers after it";

export const SPLIT_STRATEGIES: MutantGroup = {
  breaks: "What a strategy of the owner's makes of a split",
  mutants: [
    {
      name: "A strategy compares prices of before a split with those of after it",
      file: `${TRADING}/activities/absorb-activity.ts`,
      replace: "    forgetOldShares(followed, ticker);\n",
      by: "",
      foundBy: { [TESTS]: [BEGINS, COUNT, IN_FLIGHT] },
    },
    {
      name: "A strategy learns nothing of a split that another process has booked",
      file: `${TRADING}/account/rebuild-book.ts`,
      replace: "    if (isSplit(book, slot, before)) forgetOldShares(followed, ticker);\n",
      by: "",
      foundBy: { [TESTS]: [ELSEWHERE] },
    },
    {
      name: "A strategy is told the minute before a split after it has begun anew",
      file: `${TRADING}/account/own-trading.ts`,
      replace: "  own.minutes.forget();\n",
      by: "",
      foundBy: { [TESTS]: [ELSEWHERE] },
    },
    {
      name: "A strategy takes a split of what nobody holds for a fall",
      file: `${TRADING}/decisions/follow-prices.ts`,
      replace: "  forgetOldShares(followed, ticker);\n",
      by: "",
      foundBy: { [TESTS]: [WATCHED] },
    },
    {
      name: "What was wanted as a count is wanted of the shares after a split",
      file: `${TRADING}/account/own-trading.ts`,
      replace: "own.wishes.delete(slot!);",
      by: "own.wishes.get(slot!);",
      foundBy: { [TESTS]: [COUNT] },
    },
    {
      name: "An answer about shares of before a split is taken after it",
      file: `${TRADING}/strategies/keep-strategy.ts`,
      replace: '  if (own.tickers !== tickers) return "is-past";\n',
      by: "",
      foundBy: { [TESTS]: [IN_FLIGHT] },
    },
    {
      name: "A backtest forgets with a split that nothing was to be held any more",
      file: `${WISHES}/wishes.ts`,
      replace: "  if (wishes.amounts[slot] === 0) return;\n",
      by: "",
      foundBy: { [`${WISHES}/wishes-over-splits.test.ts`]: [NOTHING] },
    },
  ],
};
