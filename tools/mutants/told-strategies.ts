import type { MutantGroup } from "./mutant.ts";

const TRADING = "packages/application/src/trading";
const PAUSED_TESTS = `${TRADING}/strategies/paused-strategies.test.ts`;
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
      name: "A strategy is asked about the minutes before its process stood still",
      file: `${TRADING}/session/keep-account.ts`,
      replace: "    followed.own?.minutes.forget(clock.now());\n",
      by: "",
      foundBy: {
        [PAUSED_TESTS]: ["is asked about no minute of before, nor of one that was heard in part"],
      },
    },
    {
      name: "A strategy is asked about the rest of a minute in which its process went on",
      file: `${TRADING}/prices/minute-bars.ts`,
      replace: "closedUntil = Math.max(closedUntil, endOfMinute(now));",
      by: "",
      foundBy: {
        [PAUSED_TESTS]: ["is asked about no minute of before, nor of one that was heard in part"],
      },
    },
    {
      name: "What a strategy wanted before its process stood still is ordered after it",
      file: `${TRADING}/strategies/keep-strategy.ts`,
      replace: 'if (followed.pulse.pauses !== pauses) return "is-past";',
      by: 'if (followed.pulse.pauses < pauses) return "is-past";',
      foundBy: { [PAUSED_TESTS]: ["is not heard on what it was asked before"] },
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
      name: "A strategy hears nothing until the time that a clock was ahead",
      file: `${TRADING}/prices/minute-bars.ts`,
      replace: "if (AHEAD_MAX_MS < closedUntil - opensAt) beginAt(opensAt + MINUTE_MS);",
      by: "",
      foundBy: {
        [`${TRADING}/prices/minute-bars.test.ts`]: [
          "are heard again soon after a clock is set right that was ahead",
        ],
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
