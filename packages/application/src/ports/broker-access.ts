import type { Instant } from "@sevenfold/domain/market";

/** What a broker gave for its user's word: it signs calls until it ends. */
export interface BrokerAccess {
  readonly token: string;
  readonly secret: string;
  /** From then on nothing but the user's word helps. */
  readonly expiresAt: Instant;
}
