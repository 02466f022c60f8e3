import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { OrderSide } from "@sevenfold/domain/order";
import type { Verdict } from "@sevenfold/domain/verdict";

/** Where a page of a history ended: at this instant, and of the rows of that instant at this one. */
export interface HistoryPlace {
  readonly at: Instant;
  /** Counts up in the order in which rows came. */
  readonly row: number;
}

/** Which part of a history is wanted. What is left out does not narrow it. */
export interface HistoryWish {
  /** Rows at most (500 at the most). */
  readonly limit: number;
  /** Only what is older than this place. */
  readonly before?: HistoryPlace;
  readonly ticker?: Ticker;
  readonly from?: Instant;
  /** Exclusive. */
  readonly to?: Instant;
}

export interface SidedHistoryWish extends HistoryWish {
  readonly side?: OrderSide;
}

export interface JournalWish extends HistoryWish {
  /** Absent or empty: every verdict. */
  readonly verdicts?: readonly Verdict[];
}

/**
 * Newest first; of one instant the last that came first. Rows that come meanwhile are newer than any
 * page that was read, so pages neither repeat nor miss a row.
 */
export interface HistoryPage<Row> {
  readonly rows: readonly Row[];
  /** Where the older ones begin; absent: there are none. */
  readonly older?: HistoryPlace;
  /**
   * When the oldest row of all was; on the first page of a history that nothing but verdicts narrows,
   * where there is one.
   */
  readonly begins?: Instant;
}
