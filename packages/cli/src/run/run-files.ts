import type {
  BacktestReport,
  BacktestTrade,
} from "@sevenfold/application/research/backtest/backtest-report";
import type { ClosedFill } from "@sevenfold/application/research/backtest/closed-trades";
import { sharesText } from "@sevenfold/application/research/parts/parts-of-shares";
import { dollarsOf } from "@sevenfold/domain/money";
import { type BacktestDocument, reasonShown } from "../report/backtest-document.ts";
import type { CandleSeries } from "./candle-series.ts";
import { csvText } from "./csv-text.ts";
import type { RunFiles } from "./run-folder.ts";
import type { EquityRow } from "./run-record.ts";
import type { RunConfig } from "./run-schema.ts";

/** A value as a file that a person may open. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const timeOf = (ms: number): string => new Date(ms).toISOString();

export const configFile = (config: RunConfig): RunFiles => ({ "config.json": jsonText(config) });

/** metrics.json: the document but for what has a file of its own. */
export function metricsFile({
  settings: _settings,
  trades: _trades,
  equityCurve: _equityCurve,
  ...summary
}: BacktestDocument): RunFiles {
  return { "metrics.json": jsonText(summary) };
}

// biome-ignore format: a table reads better in rows
const TRADE_COLUMNS = ["symbol", "side", "shares", "price", "time", "reason", "fees", "realizedPL", "pnl", "heldSince", "return", "mae", "mfe", "decidedAt", "decisionPrice"];

/** trades.csv: every fill; `pnl` is after the fees of entry and exit. `sevenfold metrics` reads it. */
export function tradesFile(
  { trades, book }: BacktestReport,
  closed: ReadonlyMap<BacktestTrade, ClosedFill>,
): RunFiles {
  const hasEffects = trades.some(({ effect }) => effect !== undefined);
  const rows = trades.map((trade) => {
    const ended = closed.get(trade);
    return [
      trade.ticker,
      trade.side,
      sharesText(trade.quantity, book.partsPerShare),
      dollarsOf(trade.price),
      timeOf(trade.at),
      reasonShown(trade),
      dollarsOf(trade.fee),
      dollarsOf(trade.realized),
      dollarsOf(trade.net),
      ended && timeOf(ended.enteredAt),
      ended?.growth,
      ended?.adverse,
      ended?.favorable,
      timeOf(trade.decidedAt),
      dollarsOf(trade.decisionPrice),
      ...(hasEffects ? [trade.effect] : []),
    ];
  });
  const columns = hasEffects ? [...TRADE_COLUMNS, "effect"] : TRADE_COLUMNS;
  return { "trades.csv": csvText(columns, rows) };
}

/** equity.csv: the start, then the close of each day; `sevenfold metrics` reads it. */
export function equityFile(rows: readonly EquityRow[]): RunFiles {
  let high = 0;
  const hasMarket = rows.some(({ benchmark }) => benchmark !== undefined);
  const lines = rows.map(({ time, equity, invested, buyAndHold, benchmark }) => {
    high = Math.max(high, equity);
    const drawdown = high === 0 ? 0 : equity / high - 1;
    const row = [timeOf(time), equity, drawdown, invested, buyAndHold];
    return hasMarket ? [...row, benchmark] : row;
  });
  const heading = ["time", "equity", "drawdown", "invested", "buyAndHold"];
  return { "equity.csv": csvText(hasMarket ? [...heading, "benchmark"] : heading, lines) };
}

/** candles.csv: what the report draws, so that it can be made again without the bars. */
export function candlesFile(candles: readonly CandleSeries[]): RunFiles {
  const rows = candles.flatMap(({ symbol, times, open, high, low, close }) =>
    times.map((time, at) => [
      symbol,
      timeOf(time),
      ...[open, high, low, close].map((prices) => prices[at]),
    ]),
  );
  return { "candles.csv": csvText(["symbol", "time", "open", "high", "low", "close"], rows) };
}
