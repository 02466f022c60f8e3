import { MINUTE_MS } from "@sevenfold/domain/market";
import { isOpen } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import { REDUCTIONS } from "../../../use-cases/reduction.ts";
import type { Invariant } from "./invariant-watch.ts";

/** An automated entry that may have left. */
interface Entry {
  readonly at: number;
  readonly clientKey: string;
  readonly coolDownSec: number;
}

/** Said here once more, so that the product cannot move it. */
const ORDERS_PER_MINUTE_MAX = 30;

export const orderInvariants = {
  I1: {
    holds: "always",
    says: "One intent is at most one order at the broker, and it is on record before it is sent.",
    begin() {
      const there = new Map<string, string>();
      return {
        looks: {
          "at-broker"({ notice }, { orders }) {
            if (notice.kind !== "order" || notice.report.clientKey === undefined) return undefined;
            const { brokerOrderId, clientKey } = notice.report;
            const known = there.get(clientKey) ?? brokerOrderId;
            there.set(clientKey, known);
            if (known !== brokerOrderId)
              return `${clientKey} is two orders at the broker, ${known} and ${brokerOrderId}`;
            return orders.has(clientKey)
              ? undefined
              : `${clientKey} is at the broker and not on record`;
          },
        },
      };
    },
  },
  I4: {
    holds: "always",
    says: "No more is offered for sale than is held, and nothing is ever held short.",
    begin: () => ({
      ordered({ isSubmission, order: { clientKey, side, ticker } }, history) {
        if (!isSubmission || side !== "sell") return undefined;
        const [offered, held] = [history.openOf(ticker, "sell"), history.heldOf(ticker)];
        return held < offered ? `${clientKey} makes ${offered} offered of ${held} held` : undefined;
      },
      looks: {
        committed({ written }) {
          for (const { row, table } of written)
            if (table === "positions" && row.quantity < 0) return `${row.ticker} is held short`;
          return undefined;
        },
      },
    }),
  },
  I10: {
    holds: "always",
    says: "An order that has ended stays so, but for a late fill or one that arrived after all; time never goes back; at rest every automated order has ended.",
    begin: () => ({
      ordered({ before, order }) {
        if (before === undefined) return undefined;
        const { clientKey, filled, status } = order;
        if (order.updatedAt < before.updatedAt) return `${clientKey} was changed before it was`;
        if (filled < before.filled) return `${clientKey} lost fills`;
        if (isOpen(before) || status === before.status || before.filled < filled) return undefined;
        return before.status === "rejected" || before.status === "denied"
          ? undefined
          : `${clientKey} was ${before.status} and is ${status}`;
      },
      looks: {
        "at-rest"(_, { rows }) {
          for (const { clientKey, origin, status } of rows.open.values())
            if (origin === "automated") return `${clientKey} is still ${status}`;
          return undefined;
        },
      },
    }),
  },
  I11: {
    holds: "always",
    says: "Automated entries of a symbol are a cool-down apart.",
    begin() {
      const entered = new Map<string, readonly Entry[]>();
      return {
        ordered({ order }, { rows }) {
          const { attempts, clientKey, createdAt, origin, side, ticker } = order;
          if (origin !== "automated" || side !== "buy") return undefined;
          const others = (entered.get(ticker) ?? []).filter((one) => one.clientKey !== clientKey);
          // One that is known never to have left is none.
          const { coolDownSec } = rows.settings.limits;
          const own = attempts === 0 ? [] : [{ at: createdAt, clientKey, coolDownSec }];
          entered.set(ticker, [...others.slice(-1), ...own]);
          const before = others.at(-1);
          if (own.length === 0 || before === undefined) return undefined;
          const leastMs = Math.min(before.coolDownSec, coolDownSec) * 1_000;
          const sinceMs = createdAt - before.at;
          return 0 <= sinceMs && sinceMs < leastMs
            ? `${clientKey} enters ${ticker} again after ${sinceMs} ms`
            : undefined;
        },
      };
    },
  },
  I22: {
    holds: "always",
    says: "No minute has a 31st order but an emergency's, and an account that is held back enters nothing.",
    begin() {
      const sent = new Map<string, number>();
      return {
        ordered({ isSubmission, order }, { rows }) {
          const { attempts, clientKey, createdAt, origin, side } = order;
          // A stop counts for no breaker.
          if (isOwnStop(order)) return undefined;
          // One that is known never to have left is none.
          if (attempts === 0) sent.delete(clientKey);
          if (!isSubmission || 1 < attempts) return undefined;
          const { breakersFrom = 0, reductions = [] } = rows.account;
          const held = reductions.find(
            ({ because }) => REDUCTIONS[because].endsForWorker === "switched-on",
          );
          if (held && side === "buy" && origin === "automated")
            return `${clientKey} enters for an account held back for ${held.because}`;
          // What a user sells may be an emergency, which passes.
          if (origin === "manual" && side === "sell") return undefined;
          for (const [key, at] of sent) if (at <= createdAt - MINUTE_MS) sent.delete(key);
          sent.set(clientKey, createdAt);
          let count = 0;
          for (const at of sent.values()) if (breakersFrom <= at) count += 1;
          return ORDERS_PER_MINUTE_MAX < count && side === "buy"
            ? `${clientKey} is the ${count}th order within a minute`
            : undefined;
        },
      };
    },
  },
} as const satisfies Record<string, Invariant>;
