import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import {
  type Money,
  money,
  mulDivHalfEven,
  notionalOf,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import type { Activity, BustActivity, SplitActivity } from "../../ports/activity.ts";
import type { Execution } from "../../ports/broker.ts";

/** When and how the venue tells of what has happened. */
export interface TellingFaults {
  /** It happens at once, and is told this much later. */
  readonly lateMs?: number;
  /** Each list has it twice. */
  readonly isRepeated?: boolean;
}

/** What the venue has to tell of money and shares that moved without a trade. */
export interface SimulatedActivities {
  add(activity: Activity, now: Instant, faults?: TellingFaults): void;
  /** Oldest first. */
  told(now: Instant): readonly Activity[];
  /** Every one that happened, told or not. */
  readonly all: readonly Activity[];
}

export function openActivities(): SimulatedActivities {
  const all: Activity[] = [];
  const telling: { readonly activity: Activity; readonly from: Instant }[] = [];
  return {
    all,
    add(activity, now, { isRepeated = false, lateMs = 0 } = {}) {
      all.push(activity);
      const told = { activity, from: instant(now + lateMs) };
      telling.push(told, ...(isRepeated ? [told] : []));
    },
    told: (now) =>
      telling
        .filter(({ from }) => from <= now)
        .map(({ activity }) => activity)
        .toSorted((one, other) => one.at - other.at),
  };
}

interface VenueHoldings {
  cash: Money;
  wasMoved: boolean;
  readonly positions: Map<Ticker, { quantity: Quantity; costBasis: Money }>;
  readonly executions: readonly Execution[];
  /** By how much each execution moved the cost of its holding. */
  readonly costMoves: Map<string, Money>;
  readonly activities: SimulatedActivities;
}

/** Moves the venue's own cash and shares, written apart from our books. */
export function befall(
  venue: VenueHoldings,
  activity: Activity,
  now: Instant,
  faults?: TellingFaults,
): void {
  venue.wasMoved = true;
  move(venue, activity);
  venue.activities.add(activity, now, faults);
}

/** An execution is taken back, and all that is told of it is the cash. */
export function befallUnnamed(
  venue: VenueHoldings,
  bust: BustActivity,
  now: Instant,
  faults?: TellingFaults,
): void {
  const before = venue.cash;
  move(venue, bust);
  venue.wasMoved = true;
  const amount = money(venue.cash - before);
  const { at, id } = bust;
  venue.activities.add({ kind: "other-cash", id, at, amount, words: "trade_bust" }, now, faults);
}

function move(venue: VenueHoldings, activity: Activity): void {
  const heldOf = (ticker: Ticker) =>
    venue.positions.get(ticker) ?? { quantity: shares(0), costBasis: money(0) };
  const hold = (ticker: Ticker, quantity: number, costBasis: number) => {
    if (quantity === 0) venue.positions.delete(ticker);
    else venue.positions.set(ticker, { quantity: shares(quantity), costBasis: money(costBasis) });
  };
  if ("amount" in activity) venue.cash = money(venue.cash + (activity.amount ?? 0));
  switch (activity.kind) {
    case "split":
      hold(activity.ticker, activity.after, costAfterSplit(activity, heldOf(activity.ticker)));
      break;
    case "name-change": {
      const there = heldOf(activity.becomes);
      const cost = activity.after === 0 ? 0 : heldOf(activity.ticker).costBasis;
      hold(activity.becomes, there.quantity + activity.after, there.costBasis + cost);
      hold(activity.ticker, 0, 0);
      break;
    }
    case "cash-merger":
      hold(activity.ticker, 0, 0);
      break;
    case "spin-off":
    case "shares-journal": {
      const { costBasis, quantity } = heldOf(activity.ticker);
      const left = quantity + activity.shares;
      const paid = activity.kind === "shares-journal" ? -(activity.amount ?? 0) : 0;
      const cost = left < quantity ? mulDivHalfEven(costBasis, left, quantity) : costBasis + paid;
      hold(activity.ticker, left, cost);
      break;
    }
    case "bust": {
      const traded = venue.executions.find(
        ({ executionId }) => executionId === activity.executionId,
      );
      if (!traded) break;
      const { fee, price, quantity, side, ticker } = traded;
      const notional = notionalOf(price, quantity);
      const held = heldOf(ticker);
      const left = held.quantity + (side === "buy" ? -quantity : quantity);
      venue.cash = money(venue.cash + (side === "buy" ? notional : fee - notional));
      hold(ticker, left, costWithout(venue, traded, held));
      break;
    }
    case "correction": {
      const undone = venue.activities.all.find(({ id }) => id === activity.undoes);
      if (undone && "amount" in undone) venue.cash = money(venue.cash - undone.amount);
      break;
    }
    default:
  }
}

/** What a holding cost had this execution never been: those after it happen once more. */
function costWithout(
  { activities, costMoves, executions }: VenueHoldings,
  undone: Execution,
  held: { readonly quantity: Quantity; readonly costBasis: Money },
): number {
  const later = tradesAfter(undone, { activities, executions });
  let [left, cost] = [held.quantity as number, held.costBasis as number];
  for (const { executionId, quantity, side } of [undone, ...later]) {
    left -= side === "buy" ? quantity : -quantity;
    cost -= costMoves.get(executionId)!;
  }
  for (const { executionId, price, quantity, side } of later) {
    const moved =
      side === "buy" ? price * quantity : Math.round((cost * (left - quantity)) / left) - cost;
    left += side === "buy" ? quantity : -quantity;
    cost += moved;
    costMoves.set(executionId, money(moved));
  }
  return cost;
}

/** What was traded of a symbol after one of its executions, and not taken back. */
export function tradesAfter(
  { executionId, ticker }: Execution,
  { activities, executions }: Pick<VenueHoldings, "activities" | "executions">,
): readonly Execution[] {
  const gone = new Set(
    activities.all.flatMap((one) => (one.kind === "bust" ? [one.executionId] : [])),
  );
  const first = executions.findIndex((one) => one.executionId === executionId) + 1;
  return executions
    .slice(first)
    .filter((one) => one.ticker === ticker && !gone.has(one.executionId));
}

/** The fraction of a share that is paid out takes its part of the cost along. */
const costAfterSplit = (
  { after, before, ratio }: SplitActivity,
  { costBasis }: { readonly costBasis: Money },
): number =>
  ratio === undefined || before === 0
    ? costBasis
    : mulDivHalfEven(costBasis, after * ratio.from, before * ratio.to);
