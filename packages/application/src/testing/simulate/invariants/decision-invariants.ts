import type { Instant } from "@sevenfold/domain/market";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import type { Decision } from "../../../ports/stores/decision-store.ts";
import type { Settings } from "../../../ports/stores/settings-store.ts";
import { mayAutomate } from "../../../trading/safeguards/trading-rights.ts";
import type { AccountHistory, OrderChange } from "./account-history.ts";
import type { Invariant } from "./invariant.ts";

/** A price so old is decided on no more, and a decision so old is sent no more: both at their most. */
const PRICE_AGE_MAX_MS = 30_000;
/** Equity moves between a decision and its order: a hundredth of it is let pass. */
const EQUITY_SLACK_BPS = 100;

const ofWorker = ({ isSubmission, order }: OrderChange): boolean =>
  isSubmission && order.origin === "automated";

export const decisionInvariants = {
  I5: {
    holds: "always",
    says: "An automated order is within the sizes of its settings and its share of equity as it is written down.",
    begin: () => ({
      ordered: (change, history) => (ofWorker(change) ? oversizeOf(change, history) : undefined),
    }),
  },
  I6: {
    holds: "always",
    says: "Outside the session no automated order is made, unless it is allowed, with a limit, and marked so.",
    begin: () => ({
      ordered(change, { of, rows }) {
        const { clientKey, createdAt, extendedHours, limit } = change.order;
        // A stop rests, whatever the hours are.
        if (
          !ofWorker(change) ||
          isOwnStop(change.order) ||
          of.calendar.sessionAt(createdAt) !== undefined
        )
          return undefined;
        const isMeant =
          rows.settings.limits.allowAfterHours && extendedHours && limit !== undefined;
        return isMeant ? undefined : `${clientKey} was made outside the session`;
      },
    }),
  },
  I7: {
    holds: "always",
    says: "What is decided is decided at a sound price at or beyond its trigger, equality included, and a trail holds its last price.",
    begin: () => ({
      looks: {
        committed({ written }, { of, settingsOf }) {
          for (const one of written) {
            if (one.of !== of.accountId) continue;
            if (one.table === "trails")
              for (const { high, last, low, ticker } of one.row.trails)
                if (!(low <= last && last <= high)) return `${ticker} is outside its own trail`;
            if (one.table !== "decisions") continue;
            const words = misdecided(one.row, settingsOf.get(one.row.settingsVersion));
            if (words) return words;
          }
          return undefined;
        },
      },
    }),
  },
  I8: {
    holds: "always",
    says: "Nothing is entered at a price that is half a minute old, or that was never heard.",
    begin: () => ({
      ordered(change, { at, heardAt }) {
        const { clientKey, createdAt, side, ticker } = change.order;
        if (!ofWorker(change) || side === "sell") return undefined;
        // A clock that is ahead writes down a time that is yet to come.
        const ageMs = Math.min(createdAt, at) - (heardAt.get(ticker) ?? Number.NEGATIVE_INFINITY);
        return PRICE_AGE_MAX_MS < ageMs
          ? `${clientKey} enters ${ticker} at a price of ${ageMs} ms ago`
          : undefined;
      },
    }),
  },
  I9: {
    holds: "always",
    says: "No order leaves an account that its user has let go of, and no automated one an account that is switched off or not active; none enters without a subscription or on a day halted for its loss.",
    begin: () => ({
      ordered(change, { of, rows }) {
        const { clientKey, createdAt, origin, side } = change.order;
        if (change.isSubmission && origin === "manual" && rows.account.status === "disabled")
          return `${clientKey} was sent while disabled`;
        if (!ofWorker(change)) return undefined;
        if (!rows.settings.automationEnabled) return `${clientKey} was sent while off`;
        if (rows.account.status !== "active")
          return `${clientKey} was sent while ${rows.account.status}`;
        if (side === "sell") return undefined;
        if (!mayAutomate(rows.user, createdAt as Instant))
          return `${clientKey} enters without a subscription`;
        const day = of.calendar.sessionAt(createdAt)?.day;
        return day !== undefined && rows.account.haltedDay === day
          ? `${clientKey} enters on a halted day`
          : undefined;
      },
    }),
  },
  I18: {
    holds: "in-time",
    says: "What the rules want for three prices is sent within five seconds, or a named gate says why not.",
    begin: () => ({ looks: { missed: ({ words }) => words } }),
  },
} as const satisfies Record<string, Invariant>;

function oversizeOf({ order }: OrderChange, history: AccountHistory): string | undefined {
  const { clientKey, createdAt, quantity, reason, reservedCash, side, ticker, updatedAt } = order;
  const { limits, strategy } = history.rows.settings;
  const held = history.heldOf(ticker);
  const most = side === "buy" ? strategy.sharesToBuy : strategy.sharesToSell;
  if (quantity < 1) return `${clientKey} is of no shares`;
  if (side === "sell")
    return quantity <= (SELLS_ALL.has(reason ?? "") ? held : Math.min(most, held))
      ? undefined
      : `${clientKey} sells ${quantity} of ${held}`;
  if (most < quantity) return `${clientKey} buys ${quantity}, more than ${most}`;
  const after = held + history.openOf(ticker, "buy");
  if (strategy.maxPositionSize < after)
    return `${clientKey} makes ${after} ${ticker}, more than ${strategy.maxPositionSize}`;
  const { equity } = history;
  // What waited for room was decided at the price it keeps cash for, whatever the price is by now.
  const decidedAt = reservedCash / quantity;
  const mark = createdAt < updatedAt ? decidedAt : (history.marks.get(ticker) ?? decidedAt);
  if (equity === undefined || 10_000 <= limits.maxPositionBps) return undefined;
  const share = (equity * (limits.maxPositionBps + EQUITY_SLACK_BPS)) / 10_000;
  return share < after * mark ? `${clientKey} makes ${ticker} too large a share` : undefined;
}

const SELLS_ALL: ReadonlySet<string> = new Set(["resting-stop", "stop-loss"]);

function misdecided(decision: Decision, settings: Settings | undefined): string | undefined {
  const { price, reason, reference, ticker, verdict } = decision;
  if (verdict !== "entered" && verdict !== "left") return undefined;
  if (price === undefined || !Number.isSafeInteger(price) || price <= 0)
    return `${ticker} was decided at ${price}`;
  if (settings === undefined || reference === undefined) return undefined;
  const { buyDropBps, sellRiseBps } = settings.strategy;
  const asked = BigInt(price) * 10_000n;
  if (reason === "trail-drop" && BigInt(reference) * BigInt(10_000 - buyDropBps) < asked)
    return `${ticker} was entered at ${price} of a high of ${reference}`;
  if (reason === "trail-rise" && asked < BigInt(reference) * BigInt(10_000 + sellRiseBps))
    return `${ticker} was left at ${price} of a low of ${reference}`;
  return undefined;
}
