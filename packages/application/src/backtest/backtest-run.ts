import { type Book, openBook } from "@sevenfold/domain/book";
import type { Intent, PriceBatch } from "@sevenfold/domain/decide";
import { depositEntry, type LedgerEntry } from "@sevenfold/domain/ledger";
import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import type { Order } from "@sevenfold/domain/order";
import type { BacktestReport, BacktestTrade, CanceledOrder } from "./backtest-report.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import type { BarColumns } from "./bar-columns.ts";
import type { AppliedAction } from "./corporate-action.ts";
import type { OrderAtWork } from "./order-at-work.ts";
import { unfilledOf } from "./order-line.ts";
import { type DueAction, dueActionsOf } from "./share-actions.ts";
import { confirmingTapes, type PatternTape } from "./standing-patterns.ts";

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
  readonly trades: BacktestTrade[];
  readonly canceled: CanceledOrder[];
  readonly decisions: Intent[];
  readonly orders: Order[];
  readonly ledger: LedgerEntry[];
  readonly actions: AppliedAction[];
  readonly equityCurve: EquityPoint[];
  /** The bar of each slot's latest price; kept by who asks for it (`barAt`, the walked path). */
  readonly bars: Int32Array;
  /** Fees paid for the shares that are held. */
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

export function openRun(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  watch?: RunWatch,
): BacktestRun {
  const { strategy, limits, cash } = settings;
  return {
    columns,
    settings,
    book: openBook({
      tickers: columns.map(({ ticker }) => ticker),
      strategy,
      limits: { ...limits, allowAfterHours: false },
      cash,
      automation: "on",
    }),
    watch,
    tapes: confirmingTapes(columns, settings),
    line: [],
    dueActions: dueActionsOf(columns),
    actionsDone: 0,
    trades: [],
    canceled: [],
    decisions: [],
    orders: [],
    ledger: [depositEntry("opening", cash, startOf(columns))],
    actions: [],
    equityCurve: [],
    bars: new Int32Array(columns.length),
    feesHeld: new Float64Array(columns.length),
    volumeBar: new Int32Array(columns.length).fill(-1),
    volumeTaken: new Float64Array(columns.length),
    day: Number.NEGATIVE_INFINITY,
    sessionCloseAt: undefined,
    // Before the first session closes, the baseline is what the account began with.
    sessionCloseEquity: cash,
    holdings: 0,
    closes: 0,
    closesHolding: 0,
  };
}

/** The first of a slot's bars that has not closed before the instant. Instants never go back. */
export function barAt({ bars, columns }: BacktestRun, slot: number, at: number): number {
  const { closesAt } = columns[slot]!;
  let bar = bars[slot]!;
  while (closesAt[bar]! < at) bar += 1;
  bars[slot] = bar;
  return bar;
}

export function reportOf(run: BacktestRun): BacktestReport {
  const { trades, canceled, decisions, orders, ledger, actions, equityCurve } = run;
  const { book, closes, closesHolding, columns, feesHeld } = run;
  return {
    // What rested is booked when its bar is over, and may have filled at its opening.
    trades: trades.sort((one, other) => one.at - other.at),
    canceled,
    unfilled: unfilledOf(run),
    decisions,
    orders,
    ledger,
    actions,
    equityCurve,
    bars: columns.reduce((sum, { count }) => sum + count, 0),
    start: startOf(columns),
    end: endOf(columns),
    closes,
    closesHolding,
    feesHeld,
    book,
  };
}

const startOf = (columns: readonly BarColumns[]): Instant =>
  Math.min(...columns.flatMap(({ opensAt, count }) => (count === 0 ? [] : opensAt[0]!))) as Instant;

const endOf = (columns: readonly BarColumns[]): Instant =>
  Math.max(
    ...columns.flatMap(({ closesAt, count }) => (count === 0 ? [] : closesAt[count - 1]!)),
  ) as Instant;
