import type { EquityPoint, Instant } from "@sevenfold/domain/market";

export interface EquityReader {
  /**
   * Oldest first; at most `limit` (2,000 at the most). When there are more: the first, the last, and
   * between them the last known at each of evenly spaced instants.
   */
  since(accountId: string, since: Instant, limit: number): Promise<readonly EquityPoint[]>;
  /** The last point at or before the instant. */
  at(accountId: string, at: Instant): Promise<EquityPoint | undefined>;
}

export interface EquityStore extends EquityReader {
  /** A point at an instant that has one replaces it. */
  add(accountId: string, points: readonly EquityPoint[]): Promise<void>;
  /**
   * Of the points before `minutesUntil` only the last of each hour stays, of those before
   * `hoursUntil` only the last of each day, both by UTC; and the first of each account. Removes the
   * oldest, at most `limit` of each kind. Returns how many.
   */
  thin(wanted: {
    readonly minutesUntil: Instant;
    readonly hoursUntil: Instant;
    readonly limit: number;
  }): Promise<number>;
}

/** Points an equity curve holds at most. */
export const EQUITY_POINTS_MAX = 2_000;
