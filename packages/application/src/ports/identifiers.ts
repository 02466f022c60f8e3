/** Names for new things. Chance enters the application here and nowhere else. */
export interface Identifiers {
  /** A random UUID, version 4. */
  uuid(): string;
  /** A secret of 256 random bits, URL-safe text. */
  secret(): string;
  /**
   * 20 characters of base32 (A–Z, 2–7) derived from the cause, so that the same cause asks
   * for the same order in every process and after every crash.
   */
  clientKeyOf(cause: string): string;
}
