import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";

export interface StoredPosition {
  readonly accountId: string;
  readonly ticker: Ticker;
  readonly quantity: Quantity;
  readonly costBasis: Money;
  /** False for holdings found at the broker until the user hands them over. */
  readonly isManaged: boolean;
  readonly updatedAt: Instant;
}

export interface PositionReader {
  /** By ticker, A to Z. */
  of(accountId: string): Promise<readonly StoredPosition[]>;
}

export interface PositionStore extends PositionReader {
  /** Removes the row when the quantity is zero. */
  put(position: StoredPosition): Promise<void>;
}
