import type { Book } from "@sevenfold/domain/book";
import type { Intent, PriceBatch } from "@sevenfold/domain/decide";
import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import { sharesOf } from "../parts/parts-of-shares.ts";
import type { BorrowCharge } from "../shorts/borrow.ts";
import type { BacktestTrade, CanceledOrder } from "./backtest-report.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import type { BarColumns } from "./bar-columns.ts";
import type { AppliedAction } from "./corporate-action.ts";
import type { DueAction } from "./due-actions.ts";
import type { Booking } from "./ledger-of.ts";
import type { PatternTape } from "./pattern-tape.ts";
import type { RunTotals } from "./run-totals.ts";
import type { OrderAtWork } from "./sent-order.ts";

/** Looks on while a run decides, and changes nothing. */
export interface RunWatch {
  /** `decide` has taken a batch. */
  decided(book: Book, batch: PriceBatch): void;
  /** None of a symbol's next closes can reach anything: they come in no batch. */
  passedOver(slot: number): void;
}

/** A run under way: the account's book, and what is kept beside it. One slot for each symbol. */
export interface BacktestRun {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly book: Book;
  readonly watch: RunWatch | undefined;
  /** By slot; present where entries wait for a pattern. */
  readonly tapes: readonly PatternTape[] | undefined;
  /** Orders between their decision and their opening, by opening instant. */
  readonly line: OrderAtWork[];
  /** Splits and dividends, by the opening they come with; the first `actionsDone` are over. */
  readonly dueActions: readonly DueAction[];
  actionsDone: number;
  /** What the lists below come to. */
  readonly totals: RunTotals;
  /** Only the totals are asked for: of trades, decisions and bookings the latest are there, or none. */
  readonly isTallied: boolean;
  readonly trades: BacktestTrade[];
  readonly canceled: CanceledOrder[];
  readonly decisions: Intent[];
  readonly orders: Order[];
  readonly ledger: Booking[];
  readonly actions: AppliedAction[];
  /** What borrowed shares cost, night by night. */
  readonly borrow: BorrowCharge[];
  readonly equityCurve: EquityPoint[];
  /** The bar of each slot's latest price; kept by who asks for it (`barAt`, the walked path). */
  readonly bars: Int32Array;
  /** What is held as programs write it: the book's own column, or where that counts parts a copy in shares. */
  readonly sharesHeld: Float64Array;
  /** Fees paid for the shares that are held, or owed. */
  readonly feesHeld: Float64Array;
  /** What orders took of a bar's volume: the bar, and the shares. */
  readonly volumeBar: Int32Array;
  readonly volumeTaken: Float64Array;
  /** The trading day under way, in days since 1970-01-01. */
  day: number;
  /** Its latest close inside the session, and equity then. */
  sessionCloseAt: Instant | undefined;
  sessionCloseEquity: Money;
  /** Symbols held. */
  holdings: number;
  closes: number;
  closesHolding: number;
}

/** After whatever has changed what is held of a slot. */
export function noteHeld({ book, sharesHeld }: BacktestRun, slot: number): void {
  if (book.partsPerShare !== 1) sharesHeld[slot] = sharesOf(book.held[slot]!, book.partsPerShare);
}

/** The first of a slot's bars that has not closed before the instant. Instants never go back. */
export function barAt({ bars, columns }: BacktestRun, slot: number, at: number): number {
  const { closesAt } = columns[slot]!;
  let bar = bars[slot]!;
  while (closesAt[bar]! < at) bar += 1;
  bars[slot] = bar;
  return bar;
}
