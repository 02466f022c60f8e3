import type { Instant } from "@sevenfold/domain/market";
import type { Order } from "@sevenfold/domain/order";

import type { Account } from "./account.ts";
import type { StoredPosition } from "./position-store.ts";
import type { Settings } from "./settings-store.ts";
import type { User } from "./user-store.ts";

/** What an account has, as it stood at one instant: no fill lies between its rows. */
export interface StoredHoldings {
  readonly account: Account;
  /** By ticker, A to Z. */
  readonly positions: readonly StoredPosition[];
  /** Oldest first. */
  readonly openOrders: readonly Order[];
}

/** Reads cash, holdings and open orders together, where row by row they could be of two moments. */
export interface HoldingsReader {
  /** Of the account whose numbers the user sees; undefined where there is none. */
  ofUser(userId: string): Promise<StoredHoldings | undefined>;
  ofAccount(accountId: string): Promise<StoredHoldings | undefined>;
  /** What orders are checked by, of each account that was asked of; at most `ROWS_MAX` of them. */
  factsOf(asked: readonly WantedFacts[]): Promise<ReadonlyMap<string, OrderFacts>>;
}

/** The account, its owner, the key of the order, and from when the account's orders are counted. */
export interface WantedFacts {
  readonly accountId: string;
  readonly userId: string;
  readonly clientKey: string;
  readonly sentSince: Instant;
}

/** What an order of an account is checked by, as it stood at one instant. */
export interface OrderFacts extends Pick<StoredHoldings, "openOrders" | "positions"> {
  /** The order that has the key already, whosever it is. */
  readonly known?: Order;
  readonly settings?: Settings;
  readonly user?: User;
  /** What `OrderReader.submittedSince` tells. */
  readonly sentAt: readonly Instant[];
}
