import type { Book } from "@sevenfold/domain/book";
import type { Intent } from "@sevenfold/domain/decide";
import type { LedgerEntry } from "@sevenfold/domain/ledger";
import type { EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { Order, OrderSide } from "@sevenfold/domain/order";
import type { ReasonCode } from "@sevenfold/domain/reason";
import type { BorrowCharge } from "../shorts/borrow.ts";
import type { AppliedAction } from "./corporate-action.ts";
import type { RunTotals } from "./run-totals.ts";

/** A fill of the simulated venue. */
export interface BacktestTrade {
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** In what the run counts a share in: `book.partsPerShare`. */
  readonly quantity: Quantity;
  readonly price: Price;
  /** What it came to, without the fee. */
  readonly notional: Money;
  readonly at: Instant;
  readonly reason: ReasonCode;
  readonly fee: Money;
  /** Proceeds less the cost they carried away, fees apart; 0 for what opens, such as a buy. */
  readonly realized: Money;
  /** `realized` less the fee and the part of the entry's fees; 0 for what opens. */
  readonly net: Money;
  /** Where shares may be sold short: whether it made a position larger or smaller. */
  readonly effect?: "open" | "close";
  /** A margin call bought it back. */
  readonly isForced?: true;
  readonly decidedAt: Instant;
  readonly decisionPrice: Price;
  /** What that was measured from: the high, the low or the average cost. */
  readonly reference: Price;
  /** The price at which the reason began to hold. */
  readonly trigger: Price;
}

/** Whether it closed a position or a part of one: a sale, where nothing is sold short. */
export const isExit = ({ effect, side }: FillKind): boolean =>
  effect === undefined ? side === "sell" : effect === "close";

interface FillKind {
  readonly side: OrderSide;
  readonly effect?: BacktestTrade["effect"] | undefined;
}

/** Why an order ended before it was filled. */
export type CancelCause =
  /** It would have cost more than the cash. */
  | { readonly kind: "cash"; readonly cost: Money; readonly cash: Money; readonly price: Price }
  /** Cash beyond the margin of what would be owed was less than it needed. */
  | { readonly kind: "margin"; readonly cost: Money; readonly cash: Money; readonly price: Price }
  /** What was short had to be bought back. */
  | { readonly kind: "margin-call" }
  /** Its day ended: the volume limit had left some of it, or a strategy's price was not reached. */
  | { readonly kind: "day-over"; readonly isVolumeShort?: true }
  /** Its size was meant for the shares before the split. */
  | { readonly kind: "split" }
  /** The resting stop was reached while it waited. */
  | { readonly kind: "stop-reached" }
  /** The strategy took it back, or sent another in its place. */
  | { readonly kind: "taken-back" | "replaced" }
  /** The other one of its pair was filled. */
  | { readonly kind: "other-filled" };

export interface CanceledOrder {
  /** `quantity` is what was decided. */
  readonly intent: Intent;
  readonly at: Instant;
  readonly left: Quantity;
  readonly because: CancelCause;
}

/** All that a backtest found. */
export interface BacktestReport {
  /** Every fill, in the order of time. */
  readonly trades: readonly BacktestTrade[];
  /** What trades and canceled orders come to. */
  readonly totals: Readonly<RunTotals>;
  readonly canceled: readonly CanceledOrder[];
  /** Orders whose symbol had no further bar to fill at; `quantity` is what was left. */
  readonly unfilled: readonly Intent[];
  /** Everything that was decided, in whatever way it ended; the order of `orders`. */
  readonly decisions: readonly Intent[];
  /** Every order as the order table left it, in the order they were decided. */
  readonly orders: readonly Order[];
  /** Every posting, the opening deposit first: they replay to the book's cash and positions. */
  readonly ledger: readonly LedgerEntry[];
  /** Splits and dividends of what was held. */
  readonly actions: readonly AppliedAction[];
  /** What borrowed shares cost, oldest first; nothing where none may be sold short. */
  readonly borrow: readonly BorrowCharge[];
  /** Equity at the last close of each trading day, oldest first. */
  readonly equityCurve: readonly EquityPoint[];
  readonly bars: number;
  /** The first opening and the last closing instant. */
  readonly start: Instant;
  readonly end: Instant;
  /** Closing instants, and those at which something was held. */
  readonly closes: number;
  readonly closesHolding: number;
  /** Fees of the entries of what is still held, by slot: no sale has taken them over yet. */
  readonly feesHeld: Float64Array;
  /** Of targets, the largest share of equity that was wanted of one symbol, whatever the limits left. */
  readonly largestShare?: number;
  /** The account as the last close inside the session left it: cash, positions, trails, cool-downs. */
  readonly book: Book;
}
