import type {
  BacktestReport,
  BacktestTrade,
} from "@sevenfold/application/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import type { BlockJournal } from "@sevenfold/application/backtest/block-journal";
import { patternsOfDecisions } from "@sevenfold/application/backtest/standing-patterns";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import type { BacktestDocument } from "../report/backtest-document.ts";
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
  /** What was asked, and of which files. */
  readonly asked: Pick<RunConfig, "startedAt" | "bars" | "flags" | "inputs">;
}

/** Everything a backtest leaves in its folder. */
export function backtestFiles(run: BacktestRun): RunFiles {
  const record = backtestRecord(run);
  return {
    ...configFile(record.config),
    ...metricsFile(run.document),
    ...tradesFile(run.report),
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

function backtestRecord({ report, document, columns, asked, ...ran }: BacktestRun): RunRecord {
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
    trades: report.trades.map(tradeOf),
    equity: equityRowsOf(report, columns, ran.settings.cash),
    candles: candlesOf(columns),
  };
}

const tradeOf = (trade: BacktestTrade): RunTrade => ({
  symbol: trade.ticker,
  side: trade.side,
  shares: trade.quantity,
  price: dollarsOf(trade.price),
  time: trade.at,
  reason: trade.reason,
  fees: dollarsOf(trade.fee),
  pnl: dollarsOf(trade.net),
});
