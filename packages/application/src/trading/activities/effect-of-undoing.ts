import { reversalOf } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import { money, shares } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import type { BustActivity, CorrectionActivity } from "../../ports/activity.ts";
import { causeOfActivity } from "../../ports/stores/activity-store.ts";
import { entryOfBookedFill } from "../../ports/stores/entry-of-booked-fill.ts";
import {
  type ActivityFacts,
  type Effect,
  effectOfIncome,
  impossible,
  nothing,
} from "./effect-parts.ts";

/** The very entry of the execution, turned around. */
export function effectOfBust(
  activity: BustActivity,
  { fill, heldOf }: ActivityFacts,
  at: Instant,
): Effect {
  const { executionId, id } = activity;
  if (!fill) return refused(impossible(activity));
  const { quantity, side, ticker } = fill;
  const entry = reversalOf(entryOfBookedFill(fill), causeOfActivity(id), at);
  const sumOf = (account: "cash" | "holdings") =>
    entry.postings.reduce((sum, one) => (one.account === account ? sum + one.amount : sum), 0);
  const held = heldOf(ticker);
  const came = side === "buy" ? -quantity : quantity;
  const [left, costBasis] = [held.shares + came, held.costBasis + sumOf("holdings")];
  const isSound = 0 <= Math.min(left, costBasis) && (left !== 0 || costBasis === 0);
  if (!isSound) return refused(impossible(activity, ticker));
  return ok({
    ...nothing(),
    amount: money(sumOf("cash")),
    entries: [entry],
    holdings: new Map([
      [
        ticker,
        {
          shares: shares(left),
          costBasis: money(costBasis),
          isManaged: held.shares === 0 ? fill.reason !== undefined : held.isManaged,
        },
      ],
    ]),
    row: { ticker, shares: came, undoes: executionId },
  });
}

/** Cash alone is taken back by itself; shares that were moved wrongly are for a person to look at. */
export function effectOfCorrection(
  activity: CorrectionActivity,
  { undone }: ActivityFacts,
  at: Instant,
): Effect {
  const { id, undoes } = activity;
  if (!undone || undone.isTakenOver || undone.shares !== 0 || undone.undoes !== undefined)
    return refused(impossible(activity, undone?.ticker));
  const { kind, ticker } = undone;
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
      return ok({ ...effectOfIncome({ id, at, kind, amount, ...of }, at), row });
    default:
      return refused(impossible(activity, ticker));
  }
}
