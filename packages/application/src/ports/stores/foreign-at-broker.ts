import type { Money } from "@sevenfold/domain/money";

import type { ForeignHolding, ForeignOrder } from "../foreign.ts";

/** What else the broker shows of an account, as it was told last: counted, shown, traded by nobody here. */
export interface ForeignAtBroker {
  /** What all of it is worth together, as far as the broker says. */
  readonly value: Money;
  /** How many holdings it tells no worth of. */
  readonly unpriced: number;
  /** So many of them, those first that forbid something. */
  readonly holdings: readonly ForeignHolding[];
  /** Of the open ones. */
  readonly orders: readonly ForeignOrder[];
  readonly holdingsInAll: number;
  readonly ordersInAll: number;
}
