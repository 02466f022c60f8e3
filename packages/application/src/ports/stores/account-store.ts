import type { Instant } from "@sevenfold/domain/market";
import type { Account, Credentials } from "./account.ts";

/** Words that become others whenever one of an account's rows does. */
export interface RowVersion {
  /** By what people set: its settings, its user and the user's watchlist. */
  readonly set: string;
  /** By what trading changes: its own row, its positions and its open orders. */
  readonly traded: string;
}

/** What is looked at of an account by whoever may have to take it up, every few seconds. */
export type AccountToFollow = Pick<Account, "authorisedUntil" | "id" | "venue">;

/** An account as its broker knows it. */
export interface AtVenue extends Pick<Account, "provider" | "venue"> {
  readonly accountNumber: string;
}

export interface AccountReader {
  byId(id: string): Promise<Account | undefined>;
  /** Those not removed, oldest first. */
  ofUser(userId: string): Promise<readonly Account[]>;
  selectedOf(userId: string): Promise<Account | undefined>;
  /** Every account the worker follows: status active. */
  active(): Promise<readonly Account[]>;
  /** The same, and of each no more than is looked at all the time. */
  toFollow(): Promise<readonly AccountToFollow[]>;
  /** All of them that were not removed, whatever their status, oldest first. */
  all(): Promise<readonly Account[]>;
  /** Those at brokers, whatever their status, oldest first, at most `limit`: none of the built-in exchange's. */
  atBrokers(limit: number): Promise<readonly Account[]>;
  /** Those whose keys are to be tried again by now, the longest due first, at most `limit`. */
  dueForValidation(at: Instant, limit: number): Promise<readonly Account[]>;
  /** Of each account that exists, the version of its rows. At most `ROWS_MAX` ids. */
  versionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, RowVersion>>;
  credentialsOf(accountId: string): Promise<Credentials | undefined>;
}

export interface AccountStore extends AccountReader {
  /** A selected account takes the place of the user's selected one; so does a change to selected. */
  add(account: Account, credentials?: Credentials): Promise<void>;
  /** Keeps these in place of the ones before. */
  putCredentials(credentials: Credentials): Promise<void>;
  eraseCredentials(accountId: string): Promise<void>;
  /**
   * Locks the account's row until the transaction ends; every write for an account begins here.
   * Undefined when there is none. Throws outside a transaction, where it would lock nothing.
   */
  lock(id: string): Promise<Account | undefined>;
  /**
   * Locks the rows of those that nobody has locked, in no order, and waits for nobody. At most `ROWS_MAX`
   * ids; throws outside a transaction.
   */
  lockFree(ids: readonly string[]): Promise<readonly Account[]>;
  /**
   * Those with this number at the venue, whoever connected them, unless they were removed, oldest first.
   * Until the transaction ends no other is told of this number. Throws outside a transaction.
   */
  lockAtVenue(wanted: AtVenue): Promise<readonly Account[]>;
  /** Changes the row through a pure function, with the row locked. Throws when there is none. */
  change(id: string, change: (account: Account) => Account): Promise<Account>;
}
