/** A cross-over of two averages, as the file begins that `sevenfold strategy new` writes. */
export const SKELETON = `import type { Strategy } from "./sevenfold-strategy";

// sevenfold backtest BARS.csv --strategy FILE        trades it on recorded bars
// sevenfold sweep BARS.csv --strategy FILE           tries its parameters, and says how much is luck
// sevenfold walk-forward BARS.csv --strategy FILE    chooses them by the past, again and again
// sevenfold lookahead BARS.csv --strategy FILE       proves that it knows no later bar
// sevenfold strategy install FILE --account LABEL    lets the worker trade an account by it, on minutes
// docs/strategies.md says the rest.

/** Holds a part of the account while the fast average is above the slow one, and nothing below it. */
export const strategy: Strategy = {
  // Each may be set, --set fast=10; a sweep tries them from min to max by itself.
  parameters: {
    fast: { default: 20, min: 2, max: 200, step: 1 },
    slow: { default: 50, min: 3, max: 400, step: 1 },
    share: { default: 0.1, min: 0.01, max: 1 },
  },

  // Begun once for each symbol, anew for each run and each start of the worker: keep what it
  // remembers in here. What it answers is then asked at every close.
  forEachSymbol({ parameters, indicators }) {
    const fast = indicators.sma(parameters.fast!);
    const slow = indicators.sma(parameters.slow!);
    let wasAbove: boolean | undefined;

    // A target stands until an order has brought it about; no answer leaves things as they are.
    // Where it throws or loops, a run ends, and an account it trades only gets smaller.
    return (bar) => {
      const fastNow = fast.next(bar.close);
      const slowNow = slow.next(bar.close);
      if (fastNow === undefined || slowNow === undefined) return undefined;
      const isAbove = slowNow < fastNow;
      if (isAbove === wasAbove) return undefined;
      wasAbove = isAbove;
      return { share: isAbove ? parameters.share! : 0 };
    };
  },
};
`;
