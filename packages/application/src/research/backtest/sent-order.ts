import type { Intent } from "@sevenfold/domain/decide";
import type { Money } from "@sevenfold/domain/money";

/** An order between its decision and its end. */
export interface OrderAtWork {
  readonly intent: Intent;
  /** Its place in the run's orders. */
  readonly number: number;
  /** The bar it may fill at the open of next, and when that opens. */
  bar: number;
  opensAt: number;
  /** The trading day it is good for: the one it first could fill on. */
  day: number | undefined;
  feesPaid: Money;
  /** A margin call sent it. */
  readonly isForced?: true;
}
