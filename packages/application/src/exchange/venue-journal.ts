import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Price } from "@sevenfold/domain/money";

import type { ShareCount } from "./share-count.ts";
import type { VenuePosition } from "./venue-holdings.ts";
import type { VenueOrder, VenueOrderEnd } from "./venue-order.ts";

/** What makes an account: its numbers, and whom to let in. The secret itself is never kept. */
export interface VenueAccountOpening {
  readonly id: string;
  readonly number: string;
  readonly keyId: string;
  /** A digest of the secret key; who checks it made it. */
  readonly secretDigest: string;
  readonly cash: Money;
  /** How many times its own money it may bind; absent: once, in cash. */
  readonly multiplier?: 2;
  /** What it held when it was opened; absent: nothing. */
  readonly positions?: readonly VenuePosition[];
  readonly openedAt: Instant;
  /** When the venue forgets the account; absent: never. */
  readonly closesAt?: Instant;
}

/** Symbols its owner has put together under a name; nothing here depends on it. */
export interface VenueWatchlist {
  readonly id: string;
  readonly name: string;
  readonly tickers: readonly Ticker[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** What its owner, or whoever runs the venue, may change about an account. */
export interface VenueAccountChange {
  /** Its owner takes no new orders for now. */
  readonly isSuspendedByOwner?: boolean;
  /** The venue takes no orders from it. */
  readonly isBlocked?: boolean;
  /** Settings kept for the client; what they mean is said where they are read. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
  /** All of them, oldest first. */
  readonly watchlists?: readonly VenueWatchlist[];
}

/** What moves the cash of an account alone. */
export type CashMove = "deposit" | "fee" | "interest" | "other" | "withdrawal";

/** What becomes of a company, besides a split. */
export type Reorganization = "merger" | "name-change" | "spin-off";

/** One change of the venue's book. Plain JSON; the book is the fold of all of them. */
export type VenueEntry =
  | { readonly type: "account-opened"; readonly at: Instant; readonly account: VenueAccountOpening }
  | { readonly type: "account-closed"; readonly at: Instant; readonly accountId: string }
  | { readonly type: "order-submitted"; readonly at: Instant; readonly order: VenueOrder }
  | {
      readonly type: "account-changed";
      readonly at: Instant;
      readonly accountId: string;
      readonly change: VenueAccountChange;
    }
  /** A stock was split while the account held it: `from` shares became `to`. */
  | {
      readonly type: "shares-split";
      readonly at: Instant;
      readonly accountId: string;
      readonly activityId: string;
      readonly ticker: Ticker;
      readonly from: number;
      readonly to: number;
      /** Paid for what was no whole share afterwards. */
      readonly cashInLieu: Money;
    }
  | {
      readonly type: "dividend-paid";
      readonly at: Instant;
      readonly accountId: string;
      readonly activityId: string;
      readonly ticker: Ticker;
      readonly quantity: ShareCount;
      readonly perShare: Money;
    }
  /** Cash came or went, by nobody's order. */
  | {
      readonly type: "cash-moved";
      readonly at: Instant;
      readonly accountId: string;
      readonly activityId: string;
      readonly as: CashMove;
      /** Negative when it left. */
      readonly amount: Money;
    }
  /** The shares of a company became those of another one, or cash; or such came beside them. */
  | {
      readonly type: "shares-reorganized";
      readonly at: Instant;
      readonly accountId: string;
      readonly activityId: string;
      readonly as: Reorganization;
      readonly ticker: Ticker;
      /** What came; absent where it was cash alone. */
      readonly into?: { readonly ticker: Ticker; readonly quantity: ShareCount };
      /** Paid for the shares, or for what was no whole share of the other company. */
      readonly amount: Money;
    }
  /** The market took an execution back, as if it had never been. */
  | {
      readonly type: "execution-busted";
      readonly at: Instant;
      readonly accountId: string;
      readonly activityId: string;
      readonly executionId: string;
    }
  | {
      readonly type: "order-opened";
      readonly at: Instant;
      readonly orderId: string;
      /** Fewer shares than it was sent for: no more are free when a leg begins to work. */
      readonly quantity?: ShareCount;
    }
  | {
      readonly type: "order-marked";
      readonly at: Instant;
      readonly orderId: string;
      readonly mark: Price;
    }
  | { readonly type: "order-triggered"; readonly at: Instant; readonly orderId: string }
  | {
      readonly type: "order-filled";
      readonly at: Instant;
      readonly orderId: string;
      readonly executionId: string;
      readonly quantity: ShareCount;
      readonly price: Price;
    }
  | {
      readonly type: "order-ended";
      readonly at: Instant;
      readonly orderId: string;
      readonly as: VenueOrderEnd;
      /** The order that takes its place, when it is replaced. */
      readonly by?: string;
    };

/** Keeps the venue's entries. */
export interface VenueJournal {
  /**
   * Resolves when the entries, and all appended before them, survive a power cut. Rejects when
   * that cannot be said: with `EntriesNotKept` once the journal is known to be without them.
   * After a rejection every append is rejected until `tryAgain` has resolved.
   */
  append(entries: readonly VenueEntry[]): Promise<void>;
  /**
   * Makes a failed journal writable again, and answers all that it holds. Rejects while it cannot
   * be written. Absent: a journal that failed stays so.
   */
  readonly tryAgain?: () => Promise<Iterable<VenueEntry>>;
}

/** What was to be appended, and all after it, is not in the journal and will not be. */
export class EntriesNotKept extends Error {
  override readonly name = "EntriesNotKept";
  /** All that the journal holds. */
  readonly kept: Iterable<VenueEntry>;

  constructor(message: string, kept: Iterable<VenueEntry>, cause: unknown) {
    super(message, { cause });
    this.kept = kept;
  }
}

/** The venue takes nothing in for now: its journal cannot be written. What it knows can be read. */
export class VenueUnwritable extends Error {
  override readonly name = "VenueUnwritable";
}

/**
 * The shortest list that folds to the same book, closed accounts left out: a fresh start need not
 * read what belongs to nobody.
 */
export function compacted(entries: readonly VenueEntry[]): readonly VenueEntry[] {
  const closed = new Set<string>();
  for (const entry of entries) if (entry.type === "account-closed") closed.add(entry.accountId);
  if (closed.size === 0) return entries;
  const gone = new Set<string>();
  for (const entry of entries)
    if (entry.type === "order-submitted" && closed.has(entry.order.accountId))
      gone.add(entry.order.id);
  return entries.filter((entry) => {
    if ("orderId" in entry) return !gone.has(entry.orderId);
    if (entry.type === "order-submitted") return !closed.has(entry.order.accountId);
    return !closed.has(entry.type === "account-opened" ? entry.account.id : entry.accountId);
  });
}
