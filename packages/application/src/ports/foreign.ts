import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import type { IncomeActivity } from "./activity.ts";

/**
 * What Sevenfold trades is whole shares, held long, ordered in numbers of shares. Everything else an
 * account may have is foreign: shown, valued, never traded. Why it is foreign, most telling first.
 */
export const FOREIGN_KINDS = [
  /** Shares sold that are not owned, and orders that open or close such a sale. */
  "short",
  "option",
  /** Several legs in one order. */
  "spread",
  "coin",
  "fund",
  "bond",
  /** Part of a share. */
  "fraction",
  /** An order for so many dollars. */
  "notional",
  /** Anything the venue calls by a word, or a symbol, of its own; and shares too dear for any price of ours. */
  "other",
] as const;
export type ForeignKind = (typeof FOREIGN_KINDS)[number];

/** What a foreign holding, or an open order, forbids of the shares it is about. */
export type ForeignTie =
  /** A buy would cover it and a sale would deepen it: nothing of the symbol is ordered. */
  | { readonly ticker: Ticker; readonly as: "short" }
  /** Calls written on so many shares: without these they would be naked. */
  | { readonly ticker: Ticker; readonly as: "written-calls"; readonly shares: Quantity };

export interface ForeignHolding {
  /** As the venue writes it. */
  readonly symbol: string;
  readonly kind: ForeignKind;
  /** As the venue writes it; negative where more was sold than is owned. */
  readonly quantity: string;
  /** What it adds to the account's worth, by the venue: below zero for what is owed. Absent: not told. */
  readonly value?: Money;
  readonly tie?: ForeignTie;
}

export interface ForeignOrder {
  readonly brokerOrderId: string;
  /** As the venue writes it; empty where an order of several legs has none. */
  readonly symbol: string;
  readonly kind: ForeignKind;
  readonly side?: OrderSide;
  /** As the venue writes it: "0.5", or "$250" of an order in dollars. */
  readonly quantity: string;
  readonly isOpen: boolean;
  /** It traded at more than any price here can say: nobody knew when it was ordered, maybe by us. */
  readonly isDear?: boolean;
  /** Absent while it waits for a condition at the venue, where the venue tells none. */
  readonly submittedAt?: Instant;
  /** Of others, of shares, and not to be read: while it is open it counts as what it may be, a short sale. */
  readonly tie?: ForeignTie;
}

export interface ForeignThings {
  readonly holdings: readonly ForeignHolding[];
  /** Of every state. */
  readonly orders: readonly ForeignOrder[];
  /** The cash that trades of them moved, where no activity of the venue's tells it. */
  readonly trades?: readonly IncomeActivity[];
}

/** Of a venue where there is nothing but whole shares held long, and orders for them. */
export const NOTHING_FOREIGN: ForeignThings = { holdings: [], orders: [] };
