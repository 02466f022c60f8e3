import { join } from "node:path";
import { numberOfCell, readCsvTable } from "../bars/csv-table.ts";
import {
  addCandle,
  type CandleSeries,
  emptyCandles,
  type GrowingCandles,
} from "./candle-series.ts";
import { readJson } from "./read-json.ts";
import type { EquityRow, RunRecord, RunTrade } from "./run-record.ts";
import { type RunConfig, RunSummary } from "./run-schema.ts";

/** Reads a backtest's folder back. Throws a `Failure` that names the file and what is wrong in it. */
export async function readBacktest(folder: string, config: RunConfig): Promise<RunRecord> {
  const [summary, trades, equity, candles] = await Promise.all([
    readJson(join(folder, "metrics.json"), RunSummary),
    readTrades(join(folder, "trades.csv")),
    readEquity(join(folder, "equity.csv")),
    readCandles(join(folder, "candles.csv")),
  ]);
  return { config, summary, trades, equity, candles };
}

interface Row<Column extends string> {
  number(column: Column): number;
  text(column: Column): string;
  time(column: Column): number;
}

/** The rows of one of our own tables, each cell checked as it is taken. */
async function rowsOf<Column extends string>(
  path: string,
  columns: readonly Column[],
  optional: readonly Column[] = [],
): Promise<readonly Row<Column>[]> {
  const all = [...columns, ...optional];
  const names = Object.fromEntries(all.map((column) => [column, [column.toLowerCase()]]));
  const { rows } = await readCsvTable(path, names as Record<Column, [string]>, optional);
  return rows.map((row) => {
    const text = (column: Column): string => row.cell(column) ?? "";
    return {
      text,
      number: (column) => numberOfCell(text(column)) ?? row.refuse(`the ${column} is no number`),
      time: (column) => {
        const ms = Date.parse(text(column));
        return Number.isNaN(ms) ? row.refuse(`the ${column} is no time`) : ms;
      },
    };
  });
}

async function readTrades(path: string): Promise<readonly RunTrade[]> {
  const rows = await rowsOf(
    path,
    ["symbol", "side", "shares", "price", "time", "reason", "fees", "pnl"],
    ["heldSince", "return", "mae", "mfe", "effect"],
  );
  return rows.map((row) => ({
    symbol: row.text("symbol"),
    side: row.text("side") === "buy" ? "buy" : "sell",
    shares: row.number("shares"),
    price: row.number("price"),
    time: row.time("time"),
    reason: row.text("reason"),
    fees: row.number("fees"),
    pnl: row.number("pnl"),
    ...effectIn(row.text("effect")),
    ...(row.text("heldSince") !== "" && { heldSince: row.time("heldSince") }),
    ...(row.text("return") !== "" && { growth: row.number("return") }),
    ...(row.text("mae") !== "" && { mae: row.number("mae"), mfe: row.number("mfe") }),
  }));
}

const effectIn = (text: string): Pick<RunTrade, "effect"> =>
  text === "open" || text === "close" ? { effect: text } : {};

async function readEquity(path: string): Promise<readonly EquityRow[]> {
  const rows = await rowsOf(path, ["time", "equity", "invested", "buyAndHold"], ["benchmark"]);
  return rows.map((row) => ({
    time: row.time("time"),
    equity: row.number("equity"),
    invested: row.number("invested"),
    buyAndHold: row.number("buyAndHold"),
    ...(row.text("benchmark") !== "" && { benchmark: row.number("benchmark") }),
  }));
}

async function readCandles(path: string): Promise<readonly CandleSeries[]> {
  const rows = await rowsOf(path, ["symbol", "time", "open", "high", "low", "close"]);
  const bySymbol = new Map<string, GrowingCandles>();
  for (const row of rows) {
    const symbol = row.text("symbol");
    const series = bySymbol.get(symbol) ?? emptyCandles(symbol);
    bySymbol.set(symbol, series);
    addCandle(series, {
      time: row.time("time"),
      open: row.number("open"),
      high: row.number("high"),
      low: row.number("low"),
      close: row.number("close"),
    });
  }
  return [...bySymbol.values()];
}
