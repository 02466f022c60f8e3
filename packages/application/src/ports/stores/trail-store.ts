import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

export interface StoredTrail {
  readonly ticker: Ticker;
  readonly since: Instant;
  readonly high: Price;
  readonly low: Price;
  readonly last: Price;
  readonly lastAt: Instant;
  /** Zero when no cool-down was ever started. */
  readonly coolDownUntil: Instant;
  readonly sessionsBelow: number;
  /** As the book keeps it: not 0 while no price has decided since a split of it was booked. 0 when not said. */
  readonly skipNext?: number;
  /**
   * How many facts on record have anchored it: fills, and wishes to start fresh. Whoever holds a
   * lower one in memory holds a trail that has ended.
   */
  readonly version: number;
}

/** All trails of an account as they stood at one instant. */
export interface TrailSnapshot {
  readonly accountId: string;
  readonly savedAt: Instant;
  readonly trails: readonly StoredTrail[];
}

/** One writing of an account's trails: whoever writes them next, in whichever process, gives them another. */
export type TrailMark = string;

export interface TrailReader {
  of(accountId: string): Promise<TrailSnapshot | undefined>;
  /** Those of these accounts that have some, by account; left out where the latest writing is the one known. */
  ofAll(
    accountIds: readonly string[],
    known?: ReadonlyMap<string, TrailMark>,
  ): Promise<ReadonlyMap<string, TrailSnapshot>>;
}

export interface TrailStore extends TrailReader {
  save(snapshot: TrailSnapshot): Promise<void>;
  /** No two of one account. Answers the marks they have once this transaction is committed, by account. */
  saveAll(snapshots: readonly TrailSnapshot[]): Promise<ReadonlyMap<string, TrailMark>>;
}
