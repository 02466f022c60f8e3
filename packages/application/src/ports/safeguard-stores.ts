import type { Instant } from "@sevenfold/domain/market";

import type { Execution } from "./broker.ts";

/** Why nothing may be sent anywhere, and since when. */
export interface TradingHalt {
  readonly reason: string;
  readonly since: Instant;
}

/** The operator's switch: one for all accounts and processes, asked before each order is sent. */
export interface HaltStore {
  current(): Promise<TradingHalt | undefined>;
  /** Halts, or gives a halt another reason. */
  halt(halt: TradingHalt): Promise<void>;
  lift(): Promise<void>;
}

/** An execution the broker reported that our books cannot hold, kept as it was told. */
export interface RefusedExecution {
  readonly accountId: string;
  readonly executionId: string;
  /** The kind of the refusal. */
  readonly refusal: string;
  readonly execution: Execution;
  readonly at: Instant;
}

export interface QuarantineStore {
  /** False when it is kept already: then nothing changed. */
  add(refused: RefusedExecution): Promise<boolean>;
  /** Newest first, at most `limit` (500 at the most). */
  of(accountId: string, limit: number): Promise<readonly RefusedExecution[]>;
}
