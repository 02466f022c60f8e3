import type {
  BacktestReport,
  BacktestTrade,
  CancelCause,
  CanceledOrder,
} from "@sevenfold/application/research/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { BlockJournal } from "@sevenfold/application/research/backtest/block-journal";
import type { AppliedAction } from "@sevenfold/application/research/backtest/corporate-action";
import { sharesOf } from "@sevenfold/application/research/parts/parts-of-shares";
import type { BorrowCharge } from "@sevenfold/application/research/shorts/borrow";
import {
  signedEntryPriceOf,
  signedPositionOf,
} from "@sevenfold/application/research/shorts/signed-position";
import type { Instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";
import { worthOf } from "@sevenfold/domain/share-parts";
import type { BarClock } from "../bars/bar-instants.ts";
import type { NamedMarket } from "../metrics/read-market.ts";
import { holdReturnOf } from "../run/hold-curve.ts";
import type { BacktestDocument as Published } from "../schema/backtest-schema.ts";
import { blockedView } from "./blocked-view.ts";
import { gapsOf } from "./gap-view.ts";
import { runIdOf } from "./inputs-hash.ts";
import { orderView } from "./order-view.ts";
import { performanceView } from "./performance-view.ts";
import { settingsView } from "./settings-view.ts";

/** What a run was made of, beside its result. */
export interface BacktestOrigin {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  /** What the run noted of the trades that were due and blocked. */
  readonly blocks: BlockJournal;
  readonly clock: BarClock;
  /** What it is set against, and the risk-free rate of a year. */
  readonly market: NamedMarket;
  readonly riskFree: number;
  readonly engineVersion: string;
  readonly inputsHash: string;
  readonly warnings: readonly string[];
}

export type BacktestDocument = Published;

/** The one JSON document of a run: money in dollars, times in ISO 8601 UTC. docs/backtesting.md */
export function backtestDocument(report: BacktestReport, origin: BacktestOrigin): BacktestDocument {
  const { partsPerShare } = report.book;
  return {
    schemaVersion: versionOf(origin.settings),
    runId: runIdOf(origin),
    engineVersion: origin.engineVersion,
    inputsHash: origin.inputsHash,
    warnings: origin.warnings,
    settings: settingsView(origin.settings, origin.clock),
    symbols: origin.columns.map(({ ticker }) => ticker),
    bars: report.bars,
    start: timeOf(report.start),
    end: timeOf(report.end),
    initialCash: dollarsOf(origin.settings.cash),
    finalEquity: dollarsOf(report.book.equity),
    finalCash: dollarsOf(report.book.cash),
    trades: report.trades.map((trade) => tradeView(trade, partsPerShare)),
    canceled: report.canceled.map((order) => canceledView(order, partsPerShare)),
    unfilled: report.unfilled.map((intent) => orderView(intent, partsPerShare)),
    blocked: blockedView(origin.blocks),
    buyAndHoldReturn: holdReturnOf(origin.columns),
    actions: report.actions.map((action) => actionView(action, partsPerShare)),
    ...(origin.settings.shorts && { borrow: borrowOf(report) }),
    gaps: gapsOf(report, stopOf(origin.settings)),
    openPositions: openPositionsOf(report),
    equityCurve: report.equityCurve.map(({ at, equity }) => ({
      time: timeOf(at),
      equity: dollarsOf(equity),
    })),
    ...performanceView(report, origin),
  };
}

/** 2 where shares may be owed: a sale may open, and what is held be below 0. 3 where counts may have parts of a share. */
function versionOf({ shorts, fractional }: BacktestSettings): 1 | 2 | 3 {
  if (fractional) return 3;
  return shorts === undefined ? 1 : 2;
}

const stopOf = ({ strategy }: BacktestSettings): number | undefined =>
  strategy.stopLossEnabled ? strategy.stopLossBps : undefined;

const timeOf = (at: Instant): string => new Date(at).toISOString();

const tradeView = (trade: BacktestTrade, partsPerShare: number) => ({
  symbol: trade.ticker,
  side: trade.side,
  shares: sharesOf(trade.quantity, partsPerShare),
  price: dollarsOf(trade.price),
  time: timeOf(trade.at),
  reason: reasonShown(trade),
  fees: dollarsOf(trade.fee),
  realizedPL: dollarsOf(trade.realized),
  ...(trade.effect && { effect: trade.effect }),
});

/** Why a fill came about, by its word: a margin call's is its own. */
export const reasonShown = ({ isForced, reason }: BacktestTrade): string =>
  isForced ? "margin-call" : reason;

/** What borrowed shares cost, by symbol, and how often a margin call bought some back. */
function borrowOf({ borrow, trades, book }: BacktestReport) {
  const bySymbol = book.tickers.flatMap((symbol) => {
    const own = borrow.filter(({ ticker }) => ticker === symbol);
    const nights = own.reduce((sum, charge) => sum + charge.nights, 0);
    return own.length === 0 ? [] : [{ symbol, nights, cost: dollarsOf(costOf(own)) }];
  });
  const forcedCovers = trades.filter(({ isForced }) => isForced).length;
  return { cost: dollarsOf(costOf(borrow)), bySymbol, forcedCovers };
}

const costOf = (charges: readonly BorrowCharge[]): number =>
  charges.reduce((sum, { cost }) => sum + cost, 0);

const canceledView = ({ intent, at, left, because }: CanceledOrder, partsPerShare: number) => ({
  ...orderView(intent, partsPerShare),
  ...(left !== intent.quantity && { sharesLeft: sharesOf(left, partsPerShare) }),
  time: timeOf(at),
  ...(because.kind === "cash" && { open: dollarsOf(because.price) }),
  canceledBecause: cancelReasonOf(because),
});

/** Why an order was canceled, in words. */
export function cancelReasonOf(because: CancelCause): string {
  switch (because.kind) {
    case "cash":
      return `${dollarsOf(because.cost)} at the opening is more than the cash of ${dollarsOf(because.cash)}`;
    case "margin":
      return `${dollarsOf(because.cost)} of cash, 150% of what would be owed, is more than the ${dollarsOf(because.cash)} there would be`;
    case "margin-call":
      return "a margin call bought back what was short";
    case "day-over":
      return because.isVolumeShort
        ? "the volume limit left some of it when its day was over"
        : "some of it was left when its day was over";
    case "split":
      return "it was meant for the shares before the split";
    case "stop-reached":
      return "the stop was reached while it waited";
    case "taken-back":
      return "the strategy took it back";
    case "replaced":
      return "the strategy sent another in its place";
    case "other-filled":
      return "the other order of its pair was filled";
  }
}

/** A split or a dividend of what was held: the shares before it, what was paid and earned in all. */
const actionView = (
  { action, ticker, at, held, paid, earned }: AppliedAction,
  partsPerShare: number,
) => {
  const [of, came] = [
    { symbol: ticker, time: timeOf(at) },
    { shares: sharesOf(held, partsPerShare), paid: dollarsOf(paid), earned: dollarsOf(earned) },
  ];
  return action.kind === "split"
    ? {
        ...of,
        ...{ kind: action.kind, newShares: action.numerator, oldShares: action.denominator },
        ...came,
      }
    : { ...of, kind: action.kind, perShare: action.perShare / 1_000_000, ...came };
};

function openPositionsOf({ book, feesHeld }: BacktestReport) {
  return book.tickers.flatMap((symbol, slot) => {
    const position = signedPositionOf(book, slot);
    if (position.shares === 0) return [];
    const last = book.mark[slot] as number;
    const worth = worthOf(book, position.shares, last);
    return {
      symbol,
      shares: sharesOf(position.shares, book.partsPerShare),
      entryPrice: dollarsOf(signedEntryPriceOf(book, slot) ?? 0),
      lastPrice: dollarsOf(last),
      marketValue: dollarsOf(worth),
      unrealizedPL: dollarsOf(worth - position.costBasis),
      fees: dollarsOf(feesHeld[slot]!),
    };
  });
}
