import {
  type Book,
  beginSession,
  bookFill,
  endSession,
  openBook,
  orderEnded,
} from "@sevenfold/domain/book";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { decide, type Intent } from "@sevenfold/domain/decide";
import { invariant } from "@sevenfold/domain/invariant";
import type { EquityPoint, Instant } from "@sevenfold/domain/market";
import { type Money, NO_MONEY, type Price } from "@sevenfold/domain/money";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import type { BacktestReport, BacktestTrade, CanceledOrder } from "./backtest-report.ts";
import { type BarColumns, checkBarColumns } from "./bar-columns.ts";
import { advance, type BarFeed, openBarFeed } from "./bar-feed.ts";
import { joinLine, type WaitingOrder, waitForOpen } from "./order-line.ts";

export const FILL_MODELS = ["next-open", "close"] as const;
/** Where an order decided at a close fills: at the symbol's next opening, or at that close. */
export type FillModel = (typeof FILL_MODELS)[number];

export interface BacktestSettings {
  readonly strategy: Strategy;
  /** Orders after hours are not simulated: `allowAfterHours` is taken as off. */
  readonly limits: RiskLimits;
  readonly cash: Money;
  readonly fill: FillModel;
}

/** What a run keeps beside the book. */
interface Run {
  readonly columns: readonly BarColumns[];
  readonly fill: FillModel;
  readonly book: Book;
  readonly line: WaitingOrder[];
  readonly trades: BacktestTrade[];
  readonly canceled: CanceledOrder[];
  readonly unfilled: Intent[];
  readonly equityCurve: EquityPoint[];
  /** The trading day under way, in days since 1970-01-01. */
  day: number;
  /** Its latest close inside the session, and equity then. */
  sessionCloseAt: Instant | undefined;
  sessionCloseEquity: Money;
  holdings: number;
  closes: number;
  closesHolding: number;
}

/**
 * Trades recorded bars with the account's own `decide`: no other code knows the strategy here.
 * One account, any number of symbols, one slot each in the order of `columns`. docs/backtesting.md
 */
export function runBacktest(
  columns: readonly BarColumns[],
  { strategy, limits, cash, fill }: BacktestSettings,
): BacktestReport {
  columns.forEach(checkBarColumns);
  const tickers = columns.map(({ ticker }) => ticker);
  invariant(new Set(tickers).size === tickers.length, "each symbol comes in one set of columns");
  const book = openBook({
    tickers,
    strategy,
    limits: { ...limits, allowAfterHours: false },
    cash,
    automation: "on",
  });
  const run: Run = {
    columns,
    fill,
    book,
    line: [],
    trades: [],
    canceled: [],
    unfilled: [],
    equityCurve: [],
    day: Number.NEGATIVE_INFINITY,
    sessionCloseAt: undefined,
    // Before the first session closes, the baseline is what the account began with.
    sessionCloseEquity: cash,
    holdings: 0,
    closes: 0,
    closesHolding: 0,
  };

  const feed = openBarFeed(columns);
  while (feed.nextAt !== Number.POSITIVE_INFINITY) {
    // An opening at the instant of a close comes first: its fill is not news to that close.
    while (run.line.length !== 0 && (run.line[0] as WaitingOrder).opensAt <= feed.nextAt)
      fillAtOpen(run, run.line.shift() as WaitingOrder);
    advance(feed, columns);
    followClose(run, feed);
  }
  return reportOf(run);
}

function followClose(run: Run, { batch, day, cursors }: BarFeed): void {
  const { book } = run;
  if (batch.inSession) enterDay(run, day);
  const intents = decide(book, batch);
  for (let i = 0; i < intents.length; i++) {
    const intent = intents[i] as Intent;
    if (run.fill === "close") fillOrder(run, intent, batch.at, intent.price);
    else sendToNextOpen(run, intent, cursors[intent.slot] as number);
  }
  run.closes++;
  if (0 < run.holdings) run.closesHolding++;
  if (!batch.inSession) return;
  run.sessionCloseAt = batch.at;
  run.sessionCloseEquity = book.equity;
}

/** The first opening or close of a day ends the day before: its last equity is the new baseline. */
function enterDay(run: Run, day: number): void {
  if (day <= run.day) return;
  if (run.sessionCloseAt !== undefined) {
    endSession(run.book);
    recordClose(run);
  }
  beginSession(run.book, tradingDayFrom(day), run.sessionCloseEquity);
  run.day = day;
}

function recordClose({ equityCurve, sessionCloseAt, sessionCloseEquity }: Run): void {
  const at = sessionCloseAt as Instant;
  if (equityCurve.at(-1)?.at !== at) equityCurve.push({ at, equity: sessionCloseEquity });
}

function sendToNextOpen(run: Run, intent: Intent, from: number): void {
  const order = waitForOpen(intent, run.columns[intent.slot] as BarColumns, from);
  if (order) joinLine(run.line, order);
  else run.unfilled.push(intent);
}

function fillAtOpen(run: Run, { intent, bar, opensAt }: WaitingOrder): void {
  const { open: opens, day } = run.columns[intent.slot] as BarColumns;
  const open = opens[bar] as Price;
  const at = opensAt as Instant;
  enterDay(run, day[bar] as number);
  if (intent.side === "sell" || open * intent.quantity <= run.book.cash) {
    fillOrder(run, intent, at, open);
    return;
  }
  run.canceled.push({ intent, at, open, cash: run.book.cash });
  orderEnded(run.book, intent.slot, at, false);
}

function fillOrder(run: Run, intent: Intent, at: Instant, price: Price): void {
  const { book } = run;
  const { slot, side, quantity } = intent;
  const fee = NO_MONEY;
  const realized = bookFill(book, { slot, side, quantity, price, fee, at, automated: true });
  orderEnded(book, slot, at, true);
  if (side === "buy") run.holdings++;
  else if (book.held[slot] === 0) run.holdings--;
  run.trades.push({
    ticker: intent.ticker,
    side,
    quantity,
    price,
    at,
    reason: intent.reason,
    fee,
    realized,
    decidedAt: intent.at,
    decisionPrice: intent.price,
  });
}

function reportOf(run: Run): BacktestReport {
  if (run.sessionCloseAt !== undefined) recordClose(run);
  const { trades, canceled, unfilled, equityCurve, book, closes, closesHolding, columns } = run;
  const some = columns.filter(({ count }) => 0 < count);
  return {
    trades,
    canceled,
    unfilled,
    equityCurve,
    bars: some.reduce((sum, { count }) => sum + count, 0),
    start: Math.min(...some.map(({ opensAt }) => opensAt[0] as number)) as Instant,
    end: Math.max(...some.map(({ closesAt, count }) => closesAt[count - 1] as number)) as Instant,
    closes,
    closesHolding,
    book,
  };
}
