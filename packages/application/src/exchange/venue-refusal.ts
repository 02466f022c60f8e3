import type { Money, Price } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";

import type { ShareCount } from "./share-count.ts";
import type { LegProblem } from "./venue-legs.ts";
import type { VenueOrder } from "./venue-order.ts";

/** What an order is taken as. */
export interface Admitted {
  /** What a share of it may cost: set aside for each. */
  readonly reservedEach: Price;
  /** As drafted; of an order in dollars how many shares it may come to. */
  readonly quantity: ShareCount;
  /** Sells what is not held, or buys such shares back. */
  readonly isShort: boolean;
}

/** Why the venue takes no such order. No order exists afterwards. */
export type VenueRefusal =
  | { readonly kind: "account-closed" }
  | { readonly kind: "unknown-symbol"; readonly symbol: string }
  | { readonly kind: "quantity-not-positive" }
  | { readonly kind: "client-order-id-taken" }
  | { readonly kind: "limit-off-tick"; readonly limit: Price }
  | { readonly kind: "stop-off-tick"; readonly stop: Price }
  /** A stop that the price has passed already. */
  | {
      readonly kind: "stop-on-wrong-side";
      readonly side: OrderSide;
      readonly stop: Price;
      readonly last: Price;
    }
  | { readonly kind: "trail-out-of-range" }
  | { readonly kind: "extended-hours-refused" }
  | { readonly kind: "auction-closed"; readonly auction: "opg" | "cls" }
  /** Orders sent as one do not fit together. */
  | { readonly kind: "legs-refused"; readonly problem: LegProblem }
  /** Nothing but a simple order for the day may be of parts of a share, or in dollars. */
  | {
      readonly kind: "fraction-refused";
      readonly problem: "class" | "time-in-force" | "trail";
    }
  | { readonly kind: "not-fractionable"; readonly symbol: string }
  | { readonly kind: "trading-suspended"; readonly by: "owner" | "venue" }
  | { readonly kind: "opposite-order-open"; readonly order: VenueOrder }
  /** One would hold a stock, the other owe it: an account does not do both. */
  | { readonly kind: "long-and-short"; readonly side: OrderSide }
  /** The account may not, the stock cannot be borrowed, or it is of parts of a share. */
  | {
      readonly kind: "shorting-refused";
      readonly problem: "account" | "asset" | "fraction";
      readonly symbol: string;
    }
  /** Its words say that it opens, or that it closes; the holdings say otherwise. */
  | { readonly kind: "intent-mismatch" }
  | { readonly kind: "value-too-small" }
  | { readonly kind: "value-too-large" }
  | { readonly kind: "too-many-open-orders" }
  | {
      readonly kind: "not-enough-shares";
      readonly symbol: string;
      readonly requested: ShareCount;
      readonly available: ShareCount;
      readonly held: ShareCount;
      readonly heldForOrders: ShareCount;
    }
  | {
      readonly kind: "not-enough-buying-power";
      readonly buyingPower: Money;
      readonly costBasis: Money;
    };
