import { type Income, incomeEntry, type LedgerEntry } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, NO_SHARES, shares } from "@sevenfold/domain/money";
import { ok, refused } from "@sevenfold/domain/result";
import type {
  Activity,
  MergerActivity,
  RenameActivity,
  SharesActivity,
  SplitActivity,
} from "../../ports/activity.ts";
import { causeOfActivity } from "../../ports/stores/activity-store.ts";
import { effectOfBust, effectOfCorrection } from "./effect-of-undoing.ts";
import {
  type ActivityFacts,
  type Effect,
  effectOfIncome,
  type Held,
  impossible,
  nothing,
  type TrailEffect,
} from "./effect-parts.ts";
import { moveShares } from "./move-shares.ts";
import { type SplitRatio, splitBefore, splitHolding } from "./split-holding.ts";

/** What an activity changes in the books, by what they have. Entries of capital are the caller's. */
export function effectOf(activity: Activity, facts: ActivityFacts, at: Instant): Effect {
  switch (activity.kind) {
    case "deposit":
    case "withdrawal":
    case "journal":
      return ok({ ...nothing(), amount: activity.amount, isCapital: true });
    case "split":
      return effectOfSplit(activity, facts, at);
    case "name-change":
      return effectOfRename(activity, facts, at);
    case "cash-merger":
      return effectOfMerger(activity, facts, at);
    case "spin-off":
    case "shares-journal":
      return effectOfShares(activity, facts, at);
    case "bust":
      return effectOfBust(activity, facts, at);
    case "correction":
      return effectOfCorrection(activity, facts, at);
    default:
      return ok(effectOfIncome(activity, at));
  }
}

function effectOfSplit(
  activity: SplitActivity,
  { heldOf, later }: ActivityFacts,
  at: Instant,
): Effect {
  const { id, ticker } = activity;
  const held = heldOf(ticker);
  const after = splitBefore(held, activity, later) ?? splitHolding(held, activity);
  if (!after) return refused(impossible(activity, ticker));
  const { gain = NO_MONEY, position, ratio, released, revalued = [] } = after;
  // Where nobody can say by what prices were divided, a person looks before anything is sold.
  const isManaged = held.isManaged && ratio?.isSure === true;
  return ok({
    ...nothing(),
    entries: costEntries(id, ticker, { paid: NO_MONEY, released: money(released - gain) }, at),
    holdings: new Map([[ticker, { ...position, isManaged }]]),
    revalued,
    ...trailAfterSplit(ticker, ratio, later),
    row: { ticker, shares: position.shares - held.shares },
  });
}

/** A trade since has begun the trail anew, at a price of the new shares: it stays as it is. */
function trailAfterSplit(
  ticker: Ticker,
  ratio: SplitRatio | undefined,
  later: ActivityFacts["later"] = [],
): { readonly trail?: TrailEffect } {
  if (!ratio) return { trail: { kind: "ended", ticker } };
  return 0 < later.length ? {} : { trail: { kind: "rescaled", ticker, ratio } };
}

function effectOfRename(activity: RenameActivity, { heldOf }: ActivityFacts, at: Instant): Effect {
  const { after, becomes, before, id, ticker } = activity;
  const [held, there] = [heldOf(ticker), heldOf(becomes)];
  if (held.shares !== before || ticker === becomes) return refused(impossible(activity, ticker));
  const isSame = before === after;
  const costBasis = after === 0 ? NO_MONEY : held.costBasis;
  const cause = causeOfActivity(id);
  const moves: readonly LedgerEntry[] = [
    ...costEntries(id, ticker, { paid: NO_MONEY, released: money(held.costBasis - costBasis) }, at),
    ...moved(`${cause}|out`, ticker, money(-costBasis), at),
    ...moved(`${cause}|in`, becomes, costBasis, at),
  ];
  return ok({
    ...nothing(),
    entries: moves,
    holdings: new Map([
      [ticker, GONE],
      [
        becomes,
        {
          shares: shares(there.shares + after),
          costBasis: money(there.costBasis + costBasis),
          isManaged: held.isManaged && isSame && (there.shares === 0 || there.isManaged),
        },
      ],
    ]),
    trail: isSame ? { kind: "renamed", ticker, becomes } : { kind: "ended", ticker },
    row: { ticker, becomes, shares: after },
  });
}

function effectOfMerger(activity: MergerActivity, { heldOf }: ActivityFacts, at: Instant): Effect {
  const { amount, id, quantity, ticker } = activity;
  const held = heldOf(ticker);
  if (held.shares !== quantity) return refused(impossible(activity, ticker));
  return ok({
    ...nothing(),
    amount,
    entries: costEntries(id, ticker, { paid: amount, released: held.costBasis }, at),
    holdings: new Map([[ticker, GONE]]),
    trail: { kind: "ended", ticker },
    row: { ticker, shares: -quantity },
  });
}

function effectOfShares(
  activity: SharesActivity,
  { heldOf, later = [] }: ActivityFacts,
  at: Instant,
): Effect {
  const { amount = NO_MONEY, id, kind, ticker } = activity;
  const held = heldOf(ticker);
  // What was sold beyond the shares held is a short sale, which is none of the books'; its cash is.
  const came = 0 < amount ? Math.max(activity.shares, -held.shares) : activity.shares;
  if (came === 0 && amount !== 0)
    return ok(effectOfIncome({ ...activity, kind: "other-cash", amount }, at));
  const cost = came < 0 ? NO_MONEY : (activity.cost ?? money(-amount));
  const moved = moveShares(held, { came, cost }, later);
  if (!moved) return refused(impossible(activity, ticker));
  const { gain, position, released, revalued } = moved;
  const isManaged = held.isManaged && (came < 0 || 0 < held.shares) && kind !== "spin-off";
  return ok({
    ...nothing(),
    amount,
    entries: costEntries(id, ticker, { paid: amount, released: money(released - gain) }, at),
    holdings: new Map([[ticker, { ...position, isManaged }]]),
    revalued,
    row: { ticker, shares: came },
  });
}

const GONE: Held = { shares: NO_SHARES, costBasis: NO_MONEY, isManaged: true };

/** The entry of cost that is gone and cash that was paid for it; none where neither is any. */
const costEntries = (
  id: string,
  ticker: Ticker,
  income: Income,
  at: Instant,
): readonly LedgerEntry[] =>
  income.paid === 0 && income.released === 0
    ? []
    : [incomeEntry(causeOfActivity(id), ticker, income, at)];

/** Cost that goes from one symbol to another: through gain and loss, where the two are none. */
const moved = (
  cause: string,
  ticker: Ticker,
  amount: Money,
  at: Instant,
): readonly LedgerEntry[] =>
  amount === 0
    ? []
    : [
        {
          cause,
          at,
          postings: [
            { account: "holdings", ticker, amount },
            { account: "realized", ticker, amount: money(-amount) },
          ],
        },
      ];
