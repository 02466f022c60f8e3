import type { Instant } from "@sevenfold/domain/market";

/** How often something was tried under a key, and until when the next try has to wait. */
export interface Throttle {
  readonly key: string;
  readonly count: number;
  readonly since: Instant;
  readonly blockedUntil?: Instant;
  /** From here on it is as if it had never been. */
  readonly forgetAt: Instant;
}

export interface ThrottleReader {
  of(key: string): Promise<Throttle | undefined>;
}

export interface ThrottleStore extends ThrottleReader {
  /**
   * Changes the throttle under the key, or makes it, with its row locked: of two tries at once the
   * second sees what the first one left.
   */
  change(key: string, change: (throttle: Throttle | undefined) => Throttle): Promise<Throttle>;
  remove(key: string): Promise<void>;
  /** Removes those that are to be forgotten. Returns how many. */
  removeExpired(at: Instant): Promise<number>;
}
