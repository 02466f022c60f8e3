import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { numberOfCell, readCsvTable } from "../bars/csv-table.ts";
import { readFailureOf } from "../bars/file-lines.ts";
import { inputFailure } from "../failure.ts";
import {
  addCandle,
  type CandleSeries,
  emptyCandles,
  type GrowingCandles,
} from "./candle-series.ts";
import type { EquityRow, RunRecord, RunTrade } from "./run-record.ts";
import { RunConfig, RunSummary } from "./run-schema.ts";

/**
 * The folder a word means: a path, a folder in `runs`, or `latest`, the one begun last.
 * Throws a `Failure` when there is none.
 */
export async function findRun(word: string, runs: string): Promise<string> {
  for (const path of [word, join(runs, word)])
    if (await isFile(join(path, "config.json"))) return path;
  const names = (await readdir(runs).catch(() => [])).filter((name) => /^\d{4}-/.test(name)).sort();
  if (word === "latest" && names.length !== 0) return join(runs, names.at(-1)!);
  throw inputFailure(
    `there is no run ${word}; give the folder of one, its name in ${runs}, or "latest"${names.length === 0 ? "" : `, which is ${names.at(-1)}`}`,
  );
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Reads a backtest's folder back. Throws a `Failure` that names the file and what is wrong in it. */
export async function readRun(folder: string): Promise<RunRecord> {
  const config = await readJson(join(folder, "config.json"), RunConfig);
  if (config.command !== "backtest")
    throw inputFailure(`${folder} holds a ${config.command}, not a backtest`);
  const [summary, trades, equity, candles] = await Promise.all([
    readJson(join(folder, "metrics.json"), RunSummary),
    readTrades(join(folder, "trades.csv")),
    readEquity(join(folder, "equity.csv")),
    readCandles(join(folder, "candles.csv")),
  ]);
  return { config, summary, trades, equity, candles };
}

export async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw readFailureOf(error, path);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw inputFailure(`${path} is not JSON`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { path: place, message } = read.error.issues[0]!;
  throw inputFailure(`${path}: ${place.join(".") || "the document"}: ${message}`);
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
): Promise<readonly Row<Column>[]> {
  const names = Object.fromEntries(columns.map((column) => [column, [column.toLowerCase()]]));
  const { rows } = await readCsvTable(path, names as Record<Column, [string]>);
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
  const rows = await rowsOf(path, [
    "symbol",
    "side",
    "shares",
    "price",
    "time",
    "reason",
    "fees",
    "pnl",
  ]);
  return rows.map((row) => ({
    symbol: row.text("symbol"),
    side: row.text("side") === "buy" ? "buy" : "sell",
    shares: row.number("shares"),
    price: row.number("price"),
    time: row.time("time"),
    reason: row.text("reason"),
    fees: row.number("fees"),
    pnl: row.number("pnl"),
  }));
}

async function readEquity(path: string): Promise<readonly EquityRow[]> {
  const rows = await rowsOf(path, ["time", "equity", "invested", "buyAndHold"]);
  return rows.map((row) => ({
    time: row.time("time"),
    equity: row.number("equity"),
    invested: row.number("invested"),
    buyAndHold: row.number("buyAndHold"),
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
