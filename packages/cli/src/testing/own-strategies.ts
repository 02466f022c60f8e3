/** A cross-over of two averages, as a user writes it. */
export const CROSS_OVER = `
export const strategy: Strategy = {
  parameters: {
    fast: { default: 3, min: 2, max: 12, step: 1 },
    slow: { default: 20, min: 10, max: 40, step: 10 },
  },
  forEachSymbol({ parameters, indicators }) {
    const fast = indicators.sma(parameters.fast!);
    const slow = indicators.sma(parameters.slow!);
    return (bar: { close: number }) => {
      const [now, then] = [fast.next(bar.close), slow.next(bar.close)];
      if (now === undefined || then === undefined) return undefined;
      return { share: then < now ? 0.1 : 0 };
    };
  },
};
interface Strategy { readonly [name: string]: any }
`;

/** The cross-over again, but it remembers beside the strategy what it saw before it began. */
export const REMEMBERING = `
const seen = [];
export const strategy = {
  parameters: { fast: { default: 3, min: 2, max: 8, step: 1 } },
  forEachSymbol({ parameters }) {
    const known = seen.length;
    return (bar) => {
      const before = seen.slice(0, known).find((other) => bar.closesAt < other.at);
      seen.push({ at: bar.closesAt, close: bar.close });
      if (before !== undefined) return { share: bar.close < before.close ? 0.1 : 0 };
      return { share: seen.length % parameters.fast === 0 ? 0.1 : 0 };
    };
  },
};
`;

/** Without parameters: all of it on odd days of the month. */
export const ODD_DAYS = `
export const strategy = {
  forEachSymbol: () => (bar) => ({ share: Number(bar.day.slice(8)) % 2 === 1 ? 0.1 : 0 }),
};
`;
