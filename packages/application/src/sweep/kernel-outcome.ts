import type { Instant } from "@sevenfold/domain/market";
import type { Money, Price, Quantity } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import type { ReasonCode } from "@sevenfold/domain/reason";

/** What became of one configuration on one symbol. Amounts in ten-thousandths of a dollar. */
export interface KernelOutcome {
  readonly finalEquity: number;
  readonly cash: number;
  readonly held: number;
  readonly costBasis: number;
  readonly buys: number;
  readonly sells: number;
  /** Sales that earned something. */
  readonly wins: number;
  /** What the winning sales earned and the losing ones lost, both positive. */
  readonly won: number;
  readonly lost: number;
  /** Buys that the opening made dearer than the cash. */
  readonly canceled: number;
  /** 1 where the last decision found no opening to fill at. */
  readonly unfilled: number;
  /** Closes at which something was held. */
  readonly closesHolding: number;
  /** Of equity at the close of each day, as a fraction below 0. */
  readonly maxDrawdown: number;
}

/** A fill, as the full engine reports it. */
export interface KernelTrade {
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly price: Price;
  readonly at: Instant;
  readonly reason: ReasonCode;
  readonly realized: Money;
}

/** What a run may be asked to keep beside its outcome. */
export interface KernelRecord {
  /** Equity at the last deciding close of each trading day is written into it. */
  readonly curve?: Float64Array;
  readonly trades?: KernelTrade[];
}
