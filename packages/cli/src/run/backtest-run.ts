import type {
  BacktestReport,
  BacktestTrade,
} from "@sevenfold/application/research/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import type { BlockJournal } from "@sevenfold/application/research/backtest/block-journal";
import {
  type ClosedFill,
  closedFillsOf,
} from "@sevenfold/application/research/backtest/closed-trades";
import { patternsOfDecisions } from "@sevenfold/application/research/backtest/standing-patterns";
import { sharesOf } from "@sevenfold/application/research/parts/parts-of-shares";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import type { NamedMarket } from "../metrics/read-market.ts";
import { type BacktestDocument, reasonShown } from "../report/backtest-document.ts";
import { runReport } from "../report/html/run-report.ts";
import { assumptionsOf } from "./assumptions.ts";
import { candlesOf } from "./candle-series.ts";
import { decisionsFile, type PatternsAt } from "./decisions-file.ts";
import { equityRowsOf } from "./equity-rows.ts";
import { candlesFile, configFile, equityFile, metricsFile, tradesFile } from "./run-files.ts";
import type { RunFiles } from "./run-folder.ts";
import type { RunRecord, RunTrade } from "./run-record.ts";
import type { RunConfig } from "./run-schema.ts";

export interface BacktestRun {
  readonly report: BacktestReport;
  readonly blocks: BlockJournal;
  readonly document: BacktestDocument;
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  readonly clock: BarClock;
  readonly market: NamedMarket;
  /** What was asked, and of which files. */
  readonly asked: Pick<RunConfig, "startedAt" | "bars" | "flags" | "inputs">;
}

/** Everything a backtest leaves in its folder. */
export function backtestFiles(run: BacktestRun): RunFiles {
  const closed = new Map(
    closedFillsOf(run.report, run.columns, run.settings).map((each) => [each.trade, each]),
  );
  const record = backtestRecord(run, closed);
  return {
    ...configFile(record.config),
    ...metricsFile(run.document),
    ...tradesFile(run.report, closed),
    ...equityFile(record.equity),
    ...decisionsFile(run.report, run.blocks.lines, patternsOf(run)),
    ...candlesFile(record.candles),
    "report.html": runReport(record),
  };
}

/** Patterns by symbol and instant: what a run decides of one at one instant is decided on the same bars. */
function patternsOf({ report, columns, settings }: BacktestRun): PatternsAt {
  const found = patternsOfDecisions(columns, settings, report.decisions);
  const keyOf = (symbol: string, at: number) => `${symbol} ${at}`;
  const known = new Map(
    report.decisions.map(({ ticker, at }, place) => [keyOf(ticker, at), found[place]!]),
  );
  return (symbol, at) => known.get(keyOf(symbol, at)) ?? [];
}

function backtestRecord(
  { report, document, columns, asked, ...ran }: BacktestRun,
  closed: ReadonlyMap<BacktestTrade, ClosedFill>,
): RunRecord {
  const { settings, trades: _trades, equityCurve: _curve, ...summary } = document;
  return {
    config: {
      schemaVersion: 1,
      command: "backtest",
      runId: document.runId,
      ...asked,
      engineVersion: document.engineVersion,
      inputsHash: document.inputsHash,
      settings,
      assumptions: assumptionsOf(ran.settings, ran.clock),
    },
    summary,
    trades: report.trades.map((trade) =>
      tradeOf(trade, report.book.partsPerShare, closed.get(trade)),
    ),
    equity: equityRowsOf(report, columns, ran.settings.cash, ran.market),
    candles: candlesOf(columns),
  };
}

const tradeOf = (
  trade: BacktestTrade,
  partsPerShare: number,
  closed: ClosedFill | undefined,
): RunTrade => ({
  symbol: trade.ticker,
  side: trade.side,
  shares: sharesOf(trade.quantity, partsPerShare),
  price: dollarsOf(trade.price),
  time: trade.at,
  reason: reasonShown(trade),
  fees: dollarsOf(trade.fee),
  pnl: dollarsOf(trade.net),
  ...(trade.effect && { effect: trade.effect }),
  ...(closed && {
    heldSince: closed.enteredAt,
    ...(closed.growth !== undefined && { growth: closed.growth }),
    mae: closed.adverse,
    mfe: closed.favorable,
  }),
});
