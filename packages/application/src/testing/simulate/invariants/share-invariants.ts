import type { Invariant } from "./invariant.ts";

export const shareInvariants = {
  I26: {
    holds: "always",
    says: "Nothing of a holding is ordered by rule while the broker has other shares of it than the books: split, and not told.",
    begin: () => ({
      ordered({ isSubmission, order }, history) {
        const { clientKey, origin, quantity, side, ticker } = order;
        if (!isSubmission || origin !== "automated" || history.heldOf(ticker) === 0)
          return undefined;
        return history.looksSplit(ticker)
          ? `${clientKey} ${side}s ${quantity} ${ticker}, which was split and is not told`
          : undefined;
      },
    }),
  },
  I27: {
    holds: "always",
    says: "Nothing is ordered of a symbol that is sold short at the broker's own site.",
    begin: () => ({
      ordered({ before, isSubmission, order }, { rows }) {
        const { clientKey, origin, side, ticker } = order;
        if (!isSubmission || origin === "external" || 0 < (before?.attempts ?? 0)) return undefined;
        const ties = rows.account.foreign?.holdings ?? [];
        return ties.some(({ tie }) => tie?.as === "short" && tie.ticker === ticker)
          ? `${clientKey} ${side}s ${ticker}, which is sold short elsewhere`
          : undefined;
      },
    }),
  },
} as const satisfies Record<string, Invariant>;
