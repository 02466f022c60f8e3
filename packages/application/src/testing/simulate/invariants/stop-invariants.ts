import { isOpen } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { Invariant } from "./invariant.ts";

export const stopInvariants = {
  I24: {
    holds: "always",
    says: "A symbol has one resting stop of ours at most, for all that is held, until canceled and without a limit.",
    begin: () => ({
      ordered({ isSubmission, order }, history) {
        if (!isSubmission || !isOwnStop(order)) return undefined;
        const { clientKey, limit, quantity, reason, side, ticker, timeInForce } = order;
        for (const other of history.rows.open.values())
          if (other.ticker === ticker && other.clientKey !== clientKey)
            return `${clientKey} rests beside ${other.clientKey}, which is ${other.status}`;
        if (side !== "sell" || limit !== undefined || timeInForce !== "until-canceled")
          return `${clientKey} is not a stop that rests`;
        if (reason !== "resting-stop") return `${clientKey} is for ${reason}`;
        const held = history.heldOf(ticker);
        return quantity === held ? undefined : `${clientKey} stops ${quantity} of ${held} held`;
      },
    }),
  },
  I25: {
    holds: "always",
    says: "A stop is placed only where its account's user wants it, and some seconds after the one before.",
    begin() {
      const endedAt = new Map<string, number>();
      return {
        ordered({ before, isSubmission, order }, { at, rows }) {
          if (!isOwnStop(order)) return undefined;
          const { clientKey, ticker } = order;
          if (!isOpen(order)) {
            // A fill that is told later is no second end.
            if (before === undefined || isOpen(before)) endedAt.set(ticker, at);
            return undefined;
          }
          if (!isSubmission || before !== undefined) return undefined;
          if (!rows.settings.stopAtBroker) return `${clientKey} was placed and not wanted`;
          // By when they happened: what a wrong clock wrote down says nothing.
          const sinceMs = at - (endedAt.get(ticker) ?? Number.NEGATIVE_INFINITY);
          return sinceMs < PAUSE_MS
            ? `${clientKey} was placed ${sinceMs} ms after the one before`
            : undefined;
        },
      };
    },
  },
} as const satisfies Record<string, Invariant>;

/** Said here once more, so that the product cannot move it. */
const PAUSE_MS = 5_000;
