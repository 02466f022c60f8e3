import type { Money } from "@sevenfold/domain/money";
import type { Bracket, OrderTerms } from "./resting-order.ts";

/** An order that may be sent. */
export interface Placed {
  readonly slot: number;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly terms: OrderTerms;
  readonly isGtc: boolean;
  readonly reservedCash: Money;
  readonly bracket?: Bracket | undefined;
  readonly isTarget?: boolean;
  readonly isStop?: boolean;
  readonly parentId?: number;
  /** A margin call sends it. */
  readonly isForced?: true;
  /** Sent by a fill within a bar: that bar and the price. It rests in what is left of the bar. */
  readonly born?: { readonly bar: number; readonly price: number };
}
