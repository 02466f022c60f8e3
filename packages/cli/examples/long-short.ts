import type { Strategy } from "./sevenfold-strategy";

// sevenfold backtest BARS.csv --strategy FILE --limits none --borrow-rate 1%
// docs/strategies.md#short says what a short position keeps aside, costs, and when it is bought back.

/** Long while the fast average is above the slow one, as much short while it is below. */
export const strategy: Strategy = {
  // Without this a target below zero is refused. The worker trades no such file.
  shorts: true,
  parameters: {
    fast: { default: 10, min: 2, max: 100, step: 1 },
    slow: { default: 30, min: 3, max: 300, step: 1 },
    share: { default: 0.4, min: 0.01, max: 1 },
  },

  forEachSymbol({ parameters, indicators }) {
    const fast = indicators.sma(parameters.fast!);
    const slow = indicators.sma(parameters.slow!);
    let wasAbove: boolean | undefined;

    return (bar) => {
      const fastNow = fast.next(bar.close);
      const slowNow = slow.next(bar.close);
      if (fastNow === undefined || slowNow === undefined) return undefined;
      const isAbove = slowNow < fastNow;
      // A margin call bought it back: what was wanted is forgotten, and is not wanted again.
      if (isAbove === wasAbove) return undefined;
      wasAbove = isAbove;
      return { share: isAbove ? parameters.share! : -parameters.share! };
    };
  },
};
