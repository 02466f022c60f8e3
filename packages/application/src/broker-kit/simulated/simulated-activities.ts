import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import {
  type Money,
  money,
  mulDivHalfEven,
  notionalOf,
  type Quantity,
  shares,
} from "@sevenfold/domain/money";
import type { Activity, SplitActivity } from "../../ports/activity.ts";
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
  readonly costMoves: ReadonlyMap<string, Money>;
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

function move(venue: VenueHoldings, activity: Activity): void {
  const heldOf = (ticker: Ticker) =>
    venue.positions.get(ticker) ?? { quantity: shares(0), costBasis: money(0) };
  const hold = (ticker: Ticker, quantity: number, costBasis: number) => {
    if (quantity === 0) venue.positions.delete(ticker);
    else venue.positions.set(ticker, { quantity: shares(quantity), costBasis: money(costBasis) });
  };
  if ("amount" in activity) venue.cash = money(venue.cash + activity.amount);
  switch (activity.kind) {
    case "split":
      hold(activity.ticker, activity.after, costAfterSplit(activity, heldOf(activity.ticker)));
      break;
    case "name-change":
      hold(activity.becomes, activity.after, heldOf(activity.ticker).costBasis);
      hold(activity.ticker, 0, 0);
      break;
    case "cash-merger":
      hold(activity.ticker, 0, 0);
      break;
    case "spin-off":
    case "shares-journal": {
      const { costBasis, quantity } = heldOf(activity.ticker);
      hold(activity.ticker, quantity + activity.shares, costBasis);
      break;
    }
    case "bust": {
      const traded = venue.executions.find(
        ({ executionId }) => executionId === activity.executionId,
      );
      if (!traded) break;
      const { executionId, fee, price, quantity, side, ticker } = traded;
      const notional = notionalOf(price, quantity);
      const held = heldOf(ticker);
      const left = held.quantity + (side === "buy" ? -quantity : quantity);
      venue.cash = money(venue.cash + (side === "buy" ? notional : fee - notional));
      hold(ticker, left, held.costBasis - venue.costMoves.get(executionId)!);
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

/** The fraction of a share that is paid out takes its part of the cost along. */
const costAfterSplit = (
  { after, before, ratio }: SplitActivity,
  { costBasis }: { readonly costBasis: Money },
): number =>
  ratio === undefined || before === 0
    ? costBasis
    : mulDivHalfEven(costBasis, after * ratio.from, before * ratio.to);
