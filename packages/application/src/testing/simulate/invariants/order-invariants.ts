import { MINUTE_MS } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import { REDUCTIONS } from "../../../trading/safeguards/reduction.ts";
import type { Invariant } from "./invariant.ts";

/** An automated entry that may have left. */
interface Entry {
  readonly clientKey: string;
  readonly coolDownSec: number;
  /** When it was first on record as sent; `fromMs` and `toMs` by the clock of whoever wrote it. */
  readonly at: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * How far a worker's clock may be off while it still enters: a price that looks older is too late for
 * it, and one that lies further ahead is set aside. A cool-down ends by that clock.
 */
const CLOCK_AHEAD_MAX_MS = 15_000;
const CLOCK_BEHIND_MAX_MS = 2_000;

/** Of an order that may or may not be at the broker, whether it is to be canceled or not. */
const UNANSWERED: ReadonlySet<Order["status"]> = new Set(["unknown", "cancel-pending"]);
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
        "at-rest"({ book }, { rows }) {
          for (const { brokerOrderId, clientKey, origin, status } of rows.open.values()) {
            const isNobodys = brokerOrderId === undefined && UNANSWERED.has(status);
            const waitsForPerson = book === undefined && isNobodys;
            if (origin === "automated" && !waitsForPerson) return `${clientKey} is still ${status}`;
          }
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
        ordered({ order }, { at, rows }) {
          const { attempts, clientKey, createdAt, origin, side, ticker } = order;
          if (origin !== "automated" || side !== "buy") return undefined;
          const all = entered.get(ticker) ?? [];
          const others = all.filter((one) => one.clientKey !== clientKey);
          const known = all.find((one) => one.clientKey === clientKey);
          // One that is known never to have left is none.
          const own =
            attempts === 0
              ? []
              : [known ?? entryAt(at, { clientKey, createdAt, ...rows.settings.limits })];
          entered.set(ticker, [...others.slice(-1), ...own]);
          const before = others.at(-1);
          const entry = own.at(0);
          if (entry === undefined || before === undefined || entry.at < before.at) return undefined;
          const leastMs = Math.min(before.coolDownSec, entry.coolDownSec) * 1_000;
          return entry.toMs - before.fromMs < leastMs
            ? `${clientKey} enters ${ticker} again after ${entry.at - before.at} ms`
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

const entryAt = (
  at: number,
  {
    clientKey,
    coolDownSec,
    createdAt,
  }: Pick<Entry, "clientKey" | "coolDownSec"> & Pick<Order, "createdAt">,
): Entry => ({
  clientKey,
  coolDownSec,
  at,
  fromMs: at - Math.min(Math.max(0, at - createdAt), CLOCK_BEHIND_MAX_MS),
  toMs: at + Math.min(Math.max(0, createdAt - at), CLOCK_AHEAD_MAX_MS),
});
