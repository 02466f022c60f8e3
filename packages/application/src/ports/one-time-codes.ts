import type { Instant } from "@sevenfold/domain/market";

/** How long one code of an authenticator stands. */
export const TOTP_STEP_MS = 30_000;

/** The codes an authenticator shows (RFC 6238), and those on paper for when it is lost. */
export interface OneTimeCodes {
  /** A new secret of at least 160 random bits, in base32 as authenticators take it. */
  newSecret(): string;
  /** What a QR code for the secret says. */
  uriOf(secret: string, username: string): string;
  /**
   * The time step the code is right for: the one of the instant, the one before or the one after.
   * Undefined when it is right for none of them.
   */
  stepOf(secret: string, code: string, at: Instant): number | undefined;
  /** Ten new ones: "ABCD-EFGH". */
  newRecoveryCodes(): readonly string[];
  /** What a recovery code is stored under. Without the secret nobody finds the code from it. */
  recoveryHashOf(secret: string, code: string): string;
}
