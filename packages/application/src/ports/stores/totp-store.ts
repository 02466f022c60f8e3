import type { Instant } from "@sevenfold/domain/market";
import type { Result } from "@sevenfold/domain/result";

/** A user's second factor: the secret an authenticator shares with us, and what was used of it. */
export interface Totp {
  readonly userId: string;
  readonly sealedSecret: string;
  readonly begunAt: Instant;
  /** Absent until a code of it was confirmed; before that it asks nobody for anything. */
  readonly confirmedAt?: Instant;
  /** The time step of the last code that was taken: no code of it or before is taken again. */
  readonly lastStep?: number;
  /** Of the recovery codes that are left. */
  readonly recoveryHashes: readonly string[];
}

export interface TotpReader {
  of(userId: string): Promise<Totp | undefined>;
}

export interface TotpStore extends TotpReader {
  /** Adds it, or replaces the user's one. */
  put(totp: Totp): Promise<void>;
  /** Changes it with its row locked. A refused change is not saved; undefined when there is none. */
  change<Refusal>(
    userId: string,
    change: (totp: Totp) => Result<Totp, Refusal>,
  ): Promise<Result<Totp, Refusal> | undefined>;
  remove(userId: string): Promise<void>;
}
