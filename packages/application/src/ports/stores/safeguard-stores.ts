import type { Instant } from "@sevenfold/domain/market";

import type { Activity } from "../activity.ts";
import type { Execution } from "../broker.ts";

/** Why nothing may be sent anywhere, and since when. */
export interface TradingHalt {
  readonly reason: string;
  readonly since: Instant;
}

export interface HaltReader {
  current(): Promise<TradingHalt | undefined>;
}

/** The operator's switch: one for all accounts and processes, asked before each order is sent. */
export interface HaltStore extends HaltReader {
  /** Halts, or gives a halt another reason. */
  halt(halt: TradingHalt): Promise<void>;
  lift(): Promise<void>;
}

/** An execution or an activity the broker reported that our books cannot hold, kept as it was told. */
export interface RefusedExecution {
  readonly accountId: string;
  readonly executionId: string;
  /** The kind of the refusal. */
  readonly refusal: string;
  readonly execution: Activity | Execution;
  readonly at: Instant;
}

export interface QuarantineReader {
  /** Newest first, at most `limit` (500 at the most). */
  of(accountId: string, limit: number): Promise<readonly RefusedExecution[]>;
}

export interface QuarantineStore extends QuarantineReader {
  /** False when it is kept already: then nothing changed. */
  add(refused: RefusedExecution): Promise<boolean>;
}
