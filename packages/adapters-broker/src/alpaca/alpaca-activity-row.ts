import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { ActivityWire } from "./alpaca-wire.ts";

/** A row of theirs whose words are read; what is made of them stands in `Activity`. */
export interface ReadRow {
  readonly id: string;
  readonly type: string;
  readonly at: Instant;
  readonly amount: Money;
  /** Billionths of a share, negative where they left. */
  readonly moved: number;
  readonly ticker?: Ticker;
  readonly words: string;
  readonly wire: ActivityWire;
}
