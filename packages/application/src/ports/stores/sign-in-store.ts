import type { Instant } from "@sevenfold/domain/market";

/** One browser's sign-in. The server keeps a hash of its id, so a stolen table opens nothing. */
export interface SignIn {
  /** Made by the HTTP adapter; the plain id never reaches a store. */
  readonly sidHash: string;
  /** Absent until somebody signs in. The user's removal removes it. */
  readonly userId?: string;
  /** Whatever the HTTP adapter keeps: JSON. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly expiresAt: Instant;
}

export interface SignInReader {
  /** Undefined when there is none, or its time was over at the instant. */
  get(sidHash: string, at: Instant): Promise<SignIn | undefined>;
  /** Those still open at the instant, the one that lasts longest first. */
  ofUser(userId: string, at: Instant): Promise<readonly SignIn[]>;
}

export interface SignInStore extends SignInReader {
  /** Adds it, or replaces the one with this hash. */
  put(signIn: SignIn): Promise<void>;
  /** Changes it with its row locked; undefined where there is none, which stays so. */
  change(sidHash: string, change: (signIn: SignIn) => SignIn): Promise<SignIn | undefined>;
  remove(sidHash: string): Promise<void>;
  /** Removes all of the user's but the one named. Returns how many. */
  removeOfUser(userId: string, keepSidHash?: string): Promise<number>;
  /** Removes those whose time is over. Returns how many. */
  removeExpired(at: Instant): Promise<number>;
}
