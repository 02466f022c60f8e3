import type { Instant } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { Execution } from "./broker.ts";

/** Issues paper accounts on the built-in exchange. */
export interface PaperVenue {
  /** Whether a key of this name was issued here: keys of others never travel to the exchange. */
  hasIssued(keyId: string): Promise<boolean>;
  /**
   * Opens an account with this cash. `history` are executions it made before today, oldest first: its
   * cash and positions follow from them. The latest stand in the venue's own book; of a long history
   * that is those of its last two days.
   */
  openAccount(opening: {
    readonly cash: Money;
    readonly openedAt: Instant;
    readonly history: readonly Execution[];
    /** When the venue forgets the account with everything in it; absent: never. */
    readonly closesAt?: Instant;
  }): Promise<{
    readonly accountId: string;
    readonly keyId: string;
    readonly secretKey: string;
    /** In place of the secret key where requests are signed and no secret travels. */
    readonly signingSecret: string;
  }>;
}
