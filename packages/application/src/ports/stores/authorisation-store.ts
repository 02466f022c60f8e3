import type { Instant } from "@sevenfold/domain/market";

/** An authorisation under way: begun in one browser, to be ended in the same, once and soon. */
export interface PendingAuthorisation {
  readonly accountId: string;
  readonly userId: string;
  /** The sign-in that began it. */
  readonly sidHash: string;
  readonly requestToken: string;
  readonly sealedRequestSecret: string;
  readonly expiresAt: Instant;
}

export interface AuthorisationReader {
  of(accountId: string): Promise<PendingAuthorisation | undefined>;
}

/** At most one for each account. */
export interface AuthorisationStore extends AuthorisationReader {
  /** Adds it, or takes the place of the account's one. */
  put(pending: PendingAuthorisation): Promise<void>;
  remove(accountId: string): Promise<void>;
  /** Removes those whose time is over. Returns how many. */
  removeExpired(at: Instant): Promise<number>;
}
