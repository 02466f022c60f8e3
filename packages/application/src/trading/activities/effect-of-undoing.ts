import { type LedgerEntry, reversalOf } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import type { BustActivity, CorrectionActivity } from "../../ports/activity.ts";
import { causeOfActivity } from "../../ports/stores/activity-store.ts";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import {
  type ActivityEffect,
  type ActivityFacts,
  type Effect,
  effectOfIncome,
  impossible,
  nothing,
} from "./effect-parts.ts";
import { withoutTrade } from "./without-trade.ts";

/**
 * The very entry of the execution, turned around, and what later sales gained by other shares then.
 * Where nothing was held any more, the trail begins anew at the price of the sale: prices since may be
 * of other shares than these, after a split that has not been told.
 */
export function effectOfBust(
  activity: BustActivity,
  { fill, heldOf, later }: ActivityFacts,
  at: Instant,
): Effect {
  const { executionId, id } = activity;
  if (!fill) return refused(impossible(activity));
  const { quantity, side, ticker } = fill;
  const held = heldOf(ticker);
  const without = later && withoutTrade(held, fill, later);
  if (!without) return refused(impossible(activity, ticker));
  const { gain, position, revalued } = without;
  const turned = reversalOf(entryOfBookedFill(fill), causeOfActivity(id), at);
  const entry = withGain(turned, ticker, gain);
  return ok({
    ...nothing(),
    amount: cashOf(entry),
    entries: [entry],
    holdings: new Map([
      [
        ticker,
        {
          ...position,
          isManaged: held.shares === 0 ? fill.reason !== undefined : held.isManaged,
        },
      ],
    ]),
    revalued,
    ...(held.shares === 0 && side === "sell"
      ? { trail: { kind: "anchored", ticker, price: fill.price } }
      : {}),
    row: { ticker, shares: side === "buy" ? -quantity : quantity, undoes: executionId },
  });
}

/**
 * Of a sale that is told with its being taken back, when other sales have taken its shares since: no share
 * moves by the two, and no cash.
 */
export function effectOfUnheldSale(
  { executionId, id }: BustActivity,
  fill: BookedFill,
  at: Instant,
): ActivityEffect {
  const entry = reversalOf(entryOfBookedFill(fill), causeOfActivity(id), at);
  const row = { ticker: fill.ticker, shares: fill.quantity, undoes: executionId };
  return { ...nothing(), amount: cashOf(entry), entries: [entry], row };
}

/** The entry, and a gain that was made by shares of less cost: these are worth that much more. */
function withGain(entry: LedgerEntry, ticker: Ticker, gain: Money): LedgerEntry {
  if (gain === 0) return entry;
  const moved = { holdings: gain, realized: -gain };
  const sumOf = (account: keyof typeof moved): number =>
    entry.postings.reduce((sum, one) => (one.account === account ? sum + one.amount : sum), 0);
  const others = entry.postings.filter(({ account }) => !(account in moved));
  const again = (["holdings", "realized"] as const).map((account) => ({
    account,
    ticker,
    amount: money(sumOf(account) + moved[account]),
  }));
  return { ...entry, postings: [...others, ...again.filter(({ amount }) => amount !== 0)] };
}

const cashOf = ({ postings }: LedgerEntry): Money =>
  money(postings.reduce((sum, one) => (one.account === "cash" ? sum + one.amount : sum), 0));

/**
 * Cash alone is taken back by itself; shares that were moved wrongly are for a person to look at. What was
 * part of the account when it was taken over was no gain then: what is taken back of it is no loss now, but
 * less that the account began with.
 */
export function effectOfCorrection(
  activity: CorrectionActivity,
  { undone }: ActivityFacts,
  at: Instant,
): Effect {
  const { id, undoes } = activity;
  if (undone?.shares !== 0 || undone.undoes !== undefined)
    return refused(impossible(activity, undone?.ticker));
  const { isTakenOver, kind, ticker } = undone;
  const amount = money(-undone.amount);
  const of = ticker === undefined ? {} : { ticker };
  const row = { ...of, shares: 0, undoes };
  switch (kind) {
    case "deposit":
    case "withdrawal":
    case "journal":
      return ok({ ...nothing(), amount, isCapital: true, row });
    case "dividend":
    case "interest":
    case "fee":
    case "cash-in-lieu":
    case "other-cash":
      if (isTakenOver) return ok({ ...nothing(), amount, isCapital: true, row });
      return ok({ ...effectOfIncome({ id, at, kind, amount, ...of }, at), row });
    default:
      return refused(impossible(activity, ticker));
  }
}
