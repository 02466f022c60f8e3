import type { LedgerEntry } from "@sevenfold/domain/ledger";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { ActivityKind } from "../activity.ts";
import type { HistoryPage, HistoryWish } from "./history.ts";

/** An activity as it was booked. */
export interface BookedActivity {
  readonly accountId: string;
  readonly activityId: string;
  readonly kind: ActivityKind;
  readonly at: Instant;
  /** Absent where it is about the account as a whole. */
  readonly ticker?: Ticker;
  /** What the shares are called from then on. */
  readonly becomes?: Ticker;
  /** How the shares of the symbol moved. */
  readonly shares: number;
  /** How the cash moved. */
  readonly amount: Money;
  /** The venue's words. */
  readonly words?: string;
  /** The execution or the activity that was taken back. */
  readonly undoes?: string;
  /** Part of what the account was taken over with: known, and not booked again. */
  readonly isTakenOver: boolean;
}

export interface ActivityReader {
  find(accountId: string, activityId: string): Promise<BookedActivity | undefined>;
  /** Which of these the books know, however many: asked for in parts. */
  knownAmong(accountId: string, activityIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those that are no part of what was taken over. */
  page(accountId: string, wish: HistoryWish): Promise<HistoryPage<BookedActivity>>;
}

export interface ActivityStore extends ActivityReader {
  /**
   * Books the activity with its entries, none of which is of capital: those are the capital store's.
   * False when its id is known already: then nothing changed.
   */
  add(activity: BookedActivity, entries: readonly LedgerEntry[]): Promise<boolean>;
}

/** The cause that an activity's postings are booked under: no execution of a venue is called so. */
export const causeOfActivity = (activityId: string): string => `${OF_ACTIVITY}${activityId}`;

export const OF_ACTIVITY = "activity|";
