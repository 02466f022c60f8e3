import type { Strategy } from "./sevenfold-strategy";

// sevenfold backtest BARS.csv --strategy FILE
// docs/strategies.md#lines-and-waiting says what a line is and what may be waited for.

/** Holds a part of the account while the fast average is above the slow one, and is asked only where they cross. */
export const strategy: Strategy = {
  parameters: {
    fast: { default: 20, min: 2, max: 200, step: 1 },
    slow: { default: 50, min: 3, max: 400, step: 1 },
    share: { default: 0.1, min: 0.01, max: 1 },
  },

  forEachSymbol({ parameters, lines, wakeAt }) {
    // A line follows each close of the symbol by itself: nothing is fed.
    const fast = lines.sma(parameters.fast!);
    const slow = lines.sma(parameters.slow!);

    return () => {
      // The crossing that was waited for ends the wait: it is said again.
      wakeAt({ crossing: [fast, slow] });
      if (fast.now === undefined || slow.now === undefined) return undefined;
      return { share: slow.now < fast.now ? parameters.share! : 0 };
    };
  },
};
