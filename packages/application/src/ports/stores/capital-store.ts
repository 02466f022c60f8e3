import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";

/** Money or shares that came into an account, or left it, other than by trading. */
export interface CapitalFlow {
  readonly accountId: string;
  /** What it books. The same one is booked once. */
  readonly cause: string;
  readonly at: Instant;
  /** Shares of this symbol, worth their cost; absent: cash. */
  readonly ticker?: Ticker;
  /** Negative when it left. */
  readonly amount: Money;
}

export interface CapitalReader {
  /** In the order they were booked. */
  of(accountId: string): Promise<readonly CapitalFlow[]>;
}

export interface CapitalStore extends CapitalReader {
  /** Books the flow with its postings. False when its cause is already booked: then nothing changed. */
  add(flow: CapitalFlow): Promise<boolean>;
}
