import { openBook } from "@sevenfold/domain/book";
import { depositEntry, type LedgerEntry } from "@sevenfold/domain/ledger";
import type { Instant } from "@sevenfold/domain/market";
import type { Strategy } from "@sevenfold/domain/strategy";
import { partsPerShareOf } from "../parts/parts-of-shares.ts";
import type { BacktestReport } from "./backtest-report.ts";
import type { BacktestRun, RunWatch } from "./backtest-run.ts";
import type { BacktestSettings } from "./backtest-settings.ts";
import type { BarColumns } from "./bar-columns.ts";
import { dueActionsOf } from "./due-actions.ts";
import { ledgerOf } from "./ledger-of.ts";
import { unfilledOf } from "./order-line.ts";
import { openTotals } from "./run-totals.ts";
import { confirmingTapes } from "./standing-patterns.ts";

export function openRun(
  columns: readonly BarColumns[],
  settings: BacktestSettings,
  watch?: RunWatch,
  isTallied = false,
): BacktestRun {
  const { limits, cash } = settings;
  const book = openBook({
    tickers: columns.map(({ ticker }) => ticker),
    strategy: ruleOf(settings),
    limits: { ...limits, allowAfterHours: false },
    cash,
    automation: "on",
    partsPerShare: partsPerShareOf(settings),
  });
  return {
    columns,
    settings,
    book,
    watch,
    tapes: confirmingTapes(columns, settings),
    line: [],
    dueActions: dueActionsOf(columns),
    actionsDone: 0,
    totals: openTotals(),
    isTallied,
    trades: [],
    canceled: [],
    decisions: [],
    orders: [],
    ledger: [depositEntry("opening", cash, startOf(columns))],
    actions: [],
    borrow: [],
    equityCurve: [],
    bars: new Int32Array(columns.length),
    sharesHeld: book.partsPerShare === 1 ? book.held : new Float64Array(columns.length),
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

/** Of what is owed, or of parts, the built-in rule has no exits: it is asked for none of a strategy's own. */
const ruleOf = ({ strategy, shorts, fractional }: BacktestSettings): Strategy =>
  shorts === undefined && fractional === undefined
    ? strategy
    : { ...strategy, mode: "TRAILING", stopLossEnabled: false };

export function reportOf(run: BacktestRun, largestShare?: number): BacktestReport {
  const { totals, trades, canceled, decisions, orders, actions, equityCurve } = run;
  let entries: readonly LedgerEntry[] | undefined;
  const { book, closes, isTallied, closesHolding, columns, feesHeld, borrow } = run;
  return {
    // What rested is booked when its bar is over, and may have filled at its opening.
    trades: isTallied ? [] : trades.sort((one, other) => one.at - other.at),
    totals,
    canceled,
    unfilled: unfilledOf(run),
    decisions,
    orders,
    get ledger() {
      entries ??= ledgerOf(run.ledger);
      return entries;
    },
    actions,
    borrow,
    equityCurve,
    bars: columns.reduce((sum, { count }) => sum + count, 0),
    start: startOf(columns),
    end: endOf(columns),
    closes,
    closesHolding,
    feesHeld,
    ...(largestShare !== undefined && { largestShare }),
    book,
  };
}

const startOf = (columns: readonly BarColumns[]): Instant =>
  Math.min(...columns.flatMap(({ opensAt, count }) => (count === 0 ? [] : opensAt[0]!))) as Instant;

const endOf = (columns: readonly BarColumns[]): Instant =>
  Math.max(
    ...columns.flatMap(({ closesAt, count }) => (count === 0 ? [] : closesAt[count - 1]!)),
  ) as Instant;
