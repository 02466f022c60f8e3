import type { MutantGroup } from "./mutant.ts";

const TRADING = "packages/application/src/trading";
const WAIT = "packages/cli/src/strategy/time-at-work.ts";
const WAIT_TESTS = "packages/cli/src/strategy/time-at-work.test.ts";

export const TOLD_STRATEGIES: MutantGroup = {
  breaks: "What a strategy of the owner's is told, and how long it is waited for",
  mutants: [
    {
      name: "A strategy is asked about a price that its market took back",
      file: `${TRADING}/decisions/take-prices-back.ts`,
      replace: "followed.own?.minutes.takeBack(ticker, price, at);",
      by: "void [ticker, price, at];",
      foundBy: {
        [`${TRADING}/decisions/take-prices-back.test.ts`]: [
          "is in no minute that the owner's strategy is asked about",
        ],
      },
    },
    {
      name: "A minute's bar stands though the price that made it was taken back",
      file: `${TRADING}/prices/minute-bars.ts`,
      replace: ".filter((bar) => !spoiled.has(bar))",
      by: ".filter((bar) => bar)",
      foundBy: {
        [`${TRADING}/prices/minute-bars.test.ts`]: ["has no bar of the symbol whose bar it made"],
      },
    },
    {
      name: "A minute is lost for any price that was taken back",
      file: `${TRADING}/prices/minute-bars.ts`,
      replace: "[bar.open, bar.high, bar.low, bar.close].includes(price)",
      by: "0 < price",
      foundBy: {
        [`${TRADING}/prices/minute-bars.test.ts`]: [
          "has its bars where the price was within them, or of another minute",
        ],
      },
    },
    {
      name: "A strategy is stopped where the machine slept while it thought",
      file: WAIT,
      replace: "if (performance.now() - sinceMs < 2 * partMs) atWork += 1;",
      by: "atWork += sinceMs < 0 ? 2 : 1;",
      foundBy: { [WAIT_TESTS]: ["does not pass while the process stands still"] },
    },
    {
      name: "A strategy that loops is waited for without end on a busy machine",
      file: WAIT,
      replace: " && parts < 2 * PARTS",
      by: "",
      foundBy: { [WAIT_TESTS]: ["is over all the same where the process is always late"] },
    },
  ],
};
