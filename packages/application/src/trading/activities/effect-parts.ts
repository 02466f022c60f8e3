import type { LedgerEntry } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, type Price } from "@sevenfold/domain/money";
import type { Position } from "@sevenfold/domain/position";
import type { Result } from "@sevenfold/domain/result";
import type { Activity, IncomeActivity } from "../../ports/activity.ts";
import { type BookedActivity, causeOfActivity } from "../../ports/stores/activity-store.ts";
import type { BookedFill } from "../../ports/stores/fill-store.ts";
import type { Refusal } from "../safeguards/refusal.ts";
import type { SplitRatio } from "./split-holding.ts";

/** A holding as an activity finds it, or leaves it. */
export interface Held extends Position {
  readonly isManaged: boolean;
}

/** What the books have of what an activity is about. */
export interface ActivityFacts {
  readonly heldOf: (ticker: Ticker) => Held;
  /** The execution a bust names. */
  readonly fill?: BookedFill;
  /** What was traded of its symbol since, oldest first; undefined where its shares moved otherwise too. */
  readonly later?: readonly BookedFill[] | undefined;
  /** The activity a correction takes back. */
  readonly undone?: BookedActivity;
}

/** What happens to the trail of a symbol. */
export type TrailEffect =
  | { readonly kind: "rescaled"; readonly ticker: Ticker; readonly ratio: SplitRatio }
  | { readonly kind: "renamed"; readonly ticker: Ticker; readonly becomes: Ticker }
  | { readonly kind: "ended"; readonly ticker: Ticker }
  | {
      readonly kind: "anchored";
      readonly ticker: Ticker;
      readonly price: Price;
      /** Until when it cools down where there is no stored trail that says so. */
      readonly coolDownUntil?: Instant;
    };

/** All that one activity changes. */
export interface ActivityEffect {
  /** How the cash moves. */
  readonly amount: Money;
  /** Whether that is money from outside: then it is no gain, and the day's baseline moves along. */
  readonly isCapital: boolean;
  readonly entries: readonly LedgerEntry[];
  readonly holdings: ReadonlyMap<Ticker, Held>;
  readonly trail?: TrailEffect;
  /** Fills on record whose gain is another now. */
  readonly revalued?: readonly BookedFill[];
  readonly row: Pick<BookedActivity, "becomes" | "shares" | "ticker" | "undoes">;
}

/** What an activity changes, or why it cannot have happened to these books. */
export type Effect = Result<ActivityEffect, Refusal>;

/** Nothing is changed: what an effect is made from. */
export const nothing = () => ({
  amount: NO_MONEY,
  isCapital: false,
  entries: [] as readonly LedgerEntry[],
  holdings: new Map<Ticker, Held>(),
  row: { shares: 0 },
});

/** A fee is a cost of its own; everything else is gain or loss, of its symbol where it has one. */
export function effectOfIncome(
  { amount, id, kind, ticker }: IncomeActivity,
  at: Instant,
): ActivityEffect {
  const of = ticker === undefined ? {} : { ticker };
  const other =
    kind === "fee" ? ({ account: "fees" } as const) : ({ account: "realized", ...of } as const);
  const entry: LedgerEntry = {
    cause: causeOfActivity(id),
    at,
    postings: [
      { account: "cash", amount },
      { ...other, amount: money(-amount) },
    ],
  };
  return { ...nothing(), amount, entries: amount === 0 ? [] : [entry], row: { ...of, shares: 0 } };
}

export const impossible = ({ id, kind }: Activity, ticker?: Ticker): Refusal => ({
  kind: "impossible-activity",
  activity: kind,
  activityId: id,
  ...(ticker === undefined ? {} : { ticker }),
});
