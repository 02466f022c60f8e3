import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

/** What every kind of activity has. */
interface Told {
  /** Unique at the account: the same one is booked once. */
  readonly id: string;
  /** When it took effect; where a venue names a date only, its beginning in New York. */
  readonly at: Instant;
  /** The venue's own words, where it has some. */
  readonly words?: string;
}

/** Billionths of a share: what parts of shares are counted in. */
export const ONE_SHARE = 1_000_000_000;

/** Cash that a holding or the account itself brought or cost: part of gain and loss. */
export interface IncomeActivity extends Told {
  readonly kind: "dividend" | "interest" | "fee" | "cash-in-lieu" | "other-cash";
  /** The symbol that it is about, where there is one. */
  readonly ticker?: Ticker;
  /** Negative when it was taken. */
  readonly amount: Money;
  /** Of what traded parts of shares of `ticker`: billionths of a share that came, negative where they left. */
  readonly parts?: number;
  /** Of trades whose executions a venue tells by a rounded average: `amount` is none, the books find it. */
  readonly settles?: SettledTrades;
}

/** All trades of one symbol and side in a day of New York, by the venue's own cash. */
export interface SettledTrades {
  /** The same for that symbol, side and day, however many are told by now. Ids begin with it. */
  readonly series: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  /** What moved, but for what was told as a fee; negative for buys. */
  readonly cash: Money;
  /** The end of that day. */
  readonly until: Instant;
}

/** Cash that came from outside or left: no gain and no loss. */
export interface CapitalActivity extends Told {
  readonly kind: "deposit" | "withdrawal" | "journal";
  /** Negative when it left. */
  readonly amount: Money;
}

/** `from` shares became `to`; without a ratio only how the number of shares moved is known. */
export interface SplitActivity extends Told {
  readonly kind: "split";
  readonly ticker: Ticker;
  readonly ratio?: { readonly from: number; readonly to: number };
  /** Whole shares at the venue before and after. */
  readonly before: Quantity;
  readonly after: Quantity;
}

/** Shares that became those of another symbol: as many under a new name, or others in a merger. */
export interface RenameActivity extends Told {
  readonly kind: "name-change";
  readonly ticker: Ticker;
  readonly becomes: Ticker;
  /** Whole shares at the venue before and after; the same where only the name is another. */
  readonly before: Quantity;
  readonly after: Quantity;
}

/** The shares are gone, and this was paid for all of them. */
export interface MergerActivity extends Told {
  readonly kind: "cash-merger";
  readonly ticker: Ticker;
  readonly quantity: Quantity;
  readonly amount: Money;
}

/** Shares that came or left without an order. */
export interface SharesActivity extends Told {
  readonly kind: "spin-off" | "shares-journal";
  readonly ticker: Ticker;
  /** Whole shares; negative when they left. */
  readonly shares: number;
  /** What was paid for them, as where an option was exercised or assigned; negative when they came. */
  readonly amount?: Money;
  /** What those that came cost, where that is not what was paid: parts of shares came or left with them. */
  readonly cost?: Money;
}

/** An execution that the market took back as if it had never been. */
export interface BustActivity extends Told {
  readonly kind: "bust";
  readonly executionId: string;
}

/** An activity that the venue took back. What stands in its place is an activity of its own. */
export interface CorrectionActivity extends Told {
  readonly kind: "correction";
  /** The id of what was taken back. */
  readonly undoes: string;
}

/** Money or shares that moved at a venue without a trade, in our words. */
export type Activity =
  | IncomeActivity
  | CapitalActivity
  | SplitActivity
  | RenameActivity
  | MergerActivity
  | SharesActivity
  | BustActivity
  | CorrectionActivity;

export type ActivityKind = Activity["kind"];

export const ACTIVITY_KINDS = [
  "dividend",
  "interest",
  "fee",
  "cash-in-lieu",
  "other-cash",
  "deposit",
  "withdrawal",
  "journal",
  "split",
  "name-change",
  "cash-merger",
  "spin-off",
  "shares-journal",
  "bust",
  "correction",
] as const satisfies readonly ActivityKind[];
