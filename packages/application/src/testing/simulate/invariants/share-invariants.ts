import { isOwnStop } from "@sevenfold/domain/own-stop";

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
  I28: {
    holds: "always",
    says: "Nothing of a symbol is ordered by rule while its exchange has halted it, nor before a quote of both sides after that.",
    begin: () => ({
      ordered({ isSubmission, order }, { of }) {
        const { clientKey, origin, side, ticker } = order;
        // A stop may wait there for trading to go on.
        if (!isSubmission || origin !== "automated" || isOwnStop(order)) return undefined;
        return of.isKnownHalted?.(ticker)
          ? `${clientKey} ${side}s ${ticker}, which is halted by its exchange`
          : undefined;
      },
    }),
  },
} as const satisfies Record<string, Invariant>;
