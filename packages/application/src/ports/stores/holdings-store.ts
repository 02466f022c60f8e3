import type { Order } from "@sevenfold/domain/order";

import type { Account } from "./account.ts";
import type { StoredPosition } from "./position-store.ts";

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
}
