import type {
  BacktestReport,
  BacktestTrade,
} from "@sevenfold/application/backtest/backtest-report";
import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import { dollarsOf } from "@sevenfold/domain/money";
import type { BarClock } from "../bars/bar-instants.ts";
import type { BacktestDocument } from "../report/backtest-document.ts";
import { runReport } from "../report/html/run-report.ts";
import { assumptionsOf } from "./assumptions.ts";
import { candlesOf } from "./candle-series.ts";
import { equityRowsOf } from "./equity-rows.ts";
import {
  candlesFile,
  configFile,
  decisionsFile,
  equityFile,
  metricsFile,
  tradesFile,
} from "./run-files.ts";
import type { RunFiles } from "./run-folder.ts";
import type { RunRecord, RunTrade } from "./run-record.ts";
import type { RunConfig } from "./run-schema.ts";

export interface BacktestRun {
  readonly report: BacktestReport;
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
    ...decisionsFile(run.report),
    ...candlesFile(record.candles),
    "report.html": runReport(record),
  };
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
