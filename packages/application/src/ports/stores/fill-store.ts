import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Money, Quantity } from "@sevenfold/domain/money";
import type { Fill, OrderSide } from "@sevenfold/domain/order";
import type { HistoryPage, SidedHistoryWish } from "./history.ts";

/** A booked execution: the row behind "trades" and the ledger's postings. */
export interface BookedFill extends Fill {
  readonly accountId: string;
  readonly clientKey: string;
  readonly ticker: Ticker;
  readonly side: OrderSide;
  /** Of a sell, after its fee; zero on a buy. */
  readonly realized: Money;
  readonly reason?: string;
}

/** The fills of one symbol in one sum each. */
export interface FillTotals {
  readonly ticker: Ticker;
  readonly count: number;
  readonly bought: Quantity;
  /** What the bought shares cost, fees apart. */
  readonly boughtNotional: Money;
  readonly sold: Quantity;
  /** What the sold shares had cost: proceeds less fees and gain. */
  readonly soldBasis: Money;
  /** Of the sells, after their fees. */
  readonly realized: Money;
}

export interface FillReader {
  find(accountId: string, executionId: string): Promise<BookedFill | undefined>;
  /** Whether the account's ledger has this execution. */
  isBooked(accountId: string, executionId: string): Promise<boolean>;
  /** Which of these executions the account's ledger has, however many: asked for in parts. */
  bookedAmong(accountId: string, executionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Newest first, at most `limit` (500 at the most). */
  latest(accountId: string, limit: number): Promise<readonly BookedFill[]>;
  page(accountId: string, wish: SidedHistoryWish): Promise<HistoryPage<BookedFill>>;
  /** Oldest first, from the instant on. */
  since(accountId: string, since: Instant): Promise<readonly BookedFill[]>;
  countSince(accountId: string, since: Instant): Promise<number>;
  /** What the fills since then come to, symbol by symbol, A to Z. */
  totalsSince(accountId: string, since: Instant): Promise<readonly FillTotals[]>;
  /** What the ledger's cash postings of the account's fills sum to. */
  cashFlow(accountId: string): Promise<Money>;
  /**
   * By how much the ledger's cash is other than whole cents, each trade and each activity by itself, in all:
   * so much a venue's cash may differ that rounds each of them. What was capital is left out.
   */
  partsOfCents(accountId: string): Promise<Money>;
}

export interface FillStore extends FillReader {
  /**
   * Books the execution with its postings. False when its id is already booked: then nothing changed. One
   * that is told late changes what later sales gained: by how much they gain more in all, `laterGain`, is
   * part of its postings.
   */
  add(fill: BookedFill, laterGain?: Money): Promise<boolean>;
  /** The same of one that is known not to be booked; where it is, the transaction fails. */
  addNew(fill: BookedFill, laterGain?: Money): Promise<void>;
  /**
   * Gives a booked sale the gain it has since a trade before it was told, or taken back. The entry of that
   * trade, or of that activity, has the difference.
   */
  revalue(accountId: string, executionId: string, realized: Money): Promise<void>;
  /** Books thousands of executions none of which is booked yet, in few statements. */
  addHistory(fills: readonly BookedFill[]): Promise<void>;
}
