import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { ShareCount } from "./share-count.ts";
import type { Holdings } from "./venue-holdings.ts";
import type {
  CashMove,
  Reorganization,
  VenueAccountChange,
  VenueAccountOpening,
} from "./venue-journal.ts";
import type { VenueExecution, VenueOrder } from "./venue-order.ts";

/** Cash or shares that moved without a trade. */
export interface VenueActivity {
  readonly id: string;
  readonly kind: "split" | "dividend" | "bust" | CashMove | Reorganization;
  readonly at: Instant;
  /** Absent where it is about the account. */
  readonly ticker?: Ticker;
  /** Shares it was paid on, or gained (lost, when negative) by a split, a bust or a reorganization. */
  readonly quantity: number;
  /** Of a split: how many shares there were, and what became of each `from` of them. */
  readonly split?: { readonly before: number; readonly from: number; readonly to: number };
  /** Of a reorganization: the shares of another company that came. */
  readonly into?: { readonly ticker: Ticker; readonly quantity: ShareCount };
  /** Of a bust: the execution that was taken back. */
  readonly execution?: VenueExecution;
  readonly perShare?: Money;
  readonly amount: Money;
}

/** One account of the venue, as its entries made it. Changed by `record` alone. */
export interface VenueAccount extends Holdings {
  readonly opening: VenueAccountOpening;
  readonly settings: VenueAccountChange;
  /** Every order ever, oldest first. */
  readonly orders: readonly VenueOrder[];
  readonly openOrders: ReadonlyMap<string, VenueOrder>;
  /** Every execution ever, oldest first. */
  readonly executions: readonly VenueExecution[];
  /** What moved cash or shares without a trade, oldest first. */
  readonly activities: readonly VenueActivity[];
  /** Holdings before the first change of the day that had the latest one, and when it was. */
  readonly beforeLatestDay: Holdings & { readonly firstFillAt: Instant };
}
