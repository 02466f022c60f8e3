import type { Instant, Ticker } from "@sevenfold/domain/market";

export interface WorkerPing {
  readonly workerId: string;
  readonly at: Instant;
  /** Every account has its broker. */
  readonly brokerConnected: boolean;
  /** The accounts that have not, `DISCONNECTED_MAX` of them at most; absent where all have. */
  readonly disconnectedAccounts?: readonly string[];
  readonly marketDataActive: boolean;
  readonly message?: string;
  /** How the real market's prices come in there; absent where it reads none. */
  readonly realMarket?: SeenMarket;
  /** Watched symbols that their exchanges halted, `SEEN_HALTS_MAX` of them at most; absent where none is. */
  readonly exchangeHalts?: readonly SeenHalt[];
}

/** As many symbols as a user may watch, many times over. */
export const SEEN_HALTS_MAX = 2_000;

/** A halt of an exchange that a worker knows of: whoever starts after it takes it up. */
export interface SeenHalt {
  readonly ticker: Ticker;
  readonly since: Instant;
  readonly because: string;
  readonly resumedAt?: Instant;
  /** Of the brokers' market; else of the built-in exchange. */
  readonly isRealMarket: boolean;
}

/** What a worker sees of a market. */
export interface SeenMarket {
  readonly isActive: boolean;
  /** What comes in may be decided and ordered on. */
  readonly isForOrders: boolean;
  readonly message?: string;
}

export interface WorkerReader {
  latest(): Promise<WorkerPing | undefined>;
  /** Of the worker that had the account's lease last, if it is known, and of the one that pinged last. */
  about(accountId: string): Promise<readonly WorkerPing[]>;
  /** The last of each worker, newest first, at most `limit` (500 at the most). */
  newest(limit: number): Promise<readonly WorkerPing[]>;
}

export interface WorkerStore extends WorkerReader {
  ping(ping: WorkerPing): Promise<void>;
  /** Forgets workers that have not pinged since the instant. Returns how many. */
  removeBefore(at: Instant): Promise<number>;
}
