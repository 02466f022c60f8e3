import type { Ticker } from "@sevenfold/domain/market";
import { spelledAsHere } from "../bars/bar-symbols.ts";
import { barTimeReader } from "../bars/bar-time.ts";
import { type ColumnNames, type CsvRow, type CsvTable, readCsvTable } from "../bars/csv-table.ts";
import { isParquet, readParquetTable } from "../bars/read-parquet-table.ts";
import { inputFailure } from "../failure.ts";

/** The columns of a file of signals, each with all it may be called. */
export const SIGNAL_COLUMNS = {
  // The index of a notebook's table often has no name.
  time: ["time", "timestamp", "date", "datetime", "index", ""],
  symbol: ["symbol", "ticker"],
  weight: ["weight", "share", "target", "signal"],
} as const;

type Column = keyof typeof SIGNAL_COLUMNS | `of ${string}`;
export type SignalRow = CsvRow<Column>;

/** A table of weights, however its rows are made. */
export interface SignalTable extends Pick<CsvTable<Column>, "sha256" | "rows"> {
  /** What a row says: the weights of symbols by their slot, as text. */
  weightsIn(row: SignalRow): readonly SignalCell[];
}

interface SignalCell {
  readonly slot: number;
  readonly cell: string;
}

export const isEmpty = (cell: string): boolean => cell === "" || /^nan$/i.test(cell);

/** Reads rows of one weight, or of a weight for each symbol: of those an empty cell says nothing. */
export async function readSignalTable(
  path: string,
  tickers: readonly Ticker[],
): Promise<SignalTable> {
  const readTable = isParquet(path) ? readParquetTable<Column> : readCsvTable<Column>;
  const bySymbol = Object.fromEntries(tickers.map((ticker) => [`of ${ticker}`, [wordOf(ticker)]]));
  const names: ColumnNames<Column> = { ...bySymbol, ...SIGNAL_COLUMNS };
  const optional = (Object.keys(names) as Column[]).filter((name) => name !== "time");
  const table = await readTable(path, names, optional);
  const { sha256, rows } = table;
  checkHeader(path, table.header);
  if (table.has("weight")) return { sha256, rows, weightsIn: oneWeightIn(tickers) };
  const columns = tickers.flatMap((ticker, slot) =>
    table.has(`of ${ticker}`) ? [{ slot, column: `of ${ticker}` as const }] : [],
  );
  checkWide(path, table.header, tickers);
  return {
    sha256,
    rows,
    weightsIn: (row) =>
      columns.flatMap(({ slot, column }) => {
        const cell = row.cell(column) ?? "";
        return isEmpty(cell) ? [] : [{ slot, cell }];
      }),
  };
}

/** Read as a header, a row of numbers would only miss its columns. */
function checkHeader(path: string, header: readonly string[]): void {
  const readTime = barTimeReader("UTC");
  if (!header.some((cell) => readTime(cell) !== undefined)) return;
  throw inputFailure(
    `${path}: the first row is no header: it reads "${header.join(",").slice(0, 80)}"; write date,symbol,weight above it`,
  );
}

const wordOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

function oneWeightIn(tickers: readonly Ticker[]): SignalTable["weightsIn"] {
  const slots = new Map<string, number>(tickers.map((ticker, slot) => [ticker, slot]));
  return (row) => {
    const symbol = row.cell("symbol");
    const cell = row.cell("weight") ?? "";
    if (symbol === undefined)
      return slots.size === 1
        ? [{ slot: 0, cell }]
        : row.refuse("the header has no symbol column, and there are bars of several symbols");
    const slot =
      slots.get(spelledAsHere(symbol)) ??
      row.refuse(`there are no bars of "${symbol}"; there are bars of ${someOf(tickers)}`);
    return [{ slot, cell }];
  };
}

const SYMBOLS_NAMED = 6;

function someOf(tickers: readonly Ticker[]): string {
  const more = tickers.length - SYMBOLS_NAMED;
  const named = tickers.slice(0, SYMBOLS_NAMED).join(", ");
  return 0 < more ? `${named} and ${more} more` : named;
}

/** Of a table without a column of weights every column but the time is a symbol's, and only one's. */
function checkWide(path: string, header: readonly string[], tickers: readonly Ticker[]): void {
  const words = new Set(tickers.map(wordOf));
  if (words.size < tickers.length)
    throw inputFailure(
      `${path}: some of the symbols differ in signs alone; write date, symbol, weight`,
    );
  const others = new Set<string>([...SIGNAL_COLUMNS.time, ...SIGNAL_COLUMNS.symbol]);
  const stranger = header.find((name) => !words.has(wordOf(name)) && !others.has(wordOf(name)));
  if (stranger === undefined && header.some((name) => words.has(wordOf(name)))) return;
  const found = stranger === undefined ? "" : `, and "${stranger}" is no symbol with bars`;
  throw inputFailure(
    `${path}: there is no column weight (or ${SIGNAL_COLUMNS.weight.slice(1).join(", ")})${found}; write date, symbol, weight, or a date and a column for each symbol`,
  );
}
