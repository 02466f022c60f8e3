/** Where a bar file keeps what: cell numbers from 0. */
export interface BarHeader {
  /** The cell with the date, or the date and the time. */
  readonly time: number;
  /** The cell with the time of day, where it is a column of its own. */
  readonly timeOfDay?: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly symbol?: number;
  readonly volume?: number;
  /** The last cell a row must have. */
  readonly cellsMin: number;
  /** Of the header itself. */
  readonly cells: number;
}

// Letters only, lower case: "Close/Last", "1. open", "Adj Close".
const NAMES = {
  moment: [
    "datetime",
    "timestamp",
    "gmttime",
    "localtime",
    "begins",
    "begin",
    "start",
    "opentime",
    "ts",
    "epoch",
    "unix",
  ],
  date: ["date", "day"],
  time: ["time", "t"],
  open: ["open", "o"],
  high: ["high", "h"],
  low: ["low", "l"],
  close: ["close", "c", "closelast", "last"],
  volume: ["volume", "vol", "v", "shares"],
  symbol: ["symbol", "ticker", "s"],
} as const;

const wordOf = (cell: string): string => cell.toLowerCase().replace(/[^a-z]/g, "");

/** The beginning of a text from a file, fit for a terminal: what is no visible character is a dot. */
export const printable = (text: string): string =>
  text.slice(0, 80).replace(/[\p{C}\uFFFD]/gu, "·");

/** Finds the columns by name, in any case and order, or says what is missing. */
export function readBarHeader(cells: readonly string[]): BarHeader | string {
  const words = cells.map(wordOf);
  const find = (names: readonly string[]): number | undefined => {
    for (const name of names) if (words.includes(name)) return words.indexOf(name);
    return undefined;
  };

  const moment = find(NAMES.moment);
  const date = find(NAMES.date);
  const time = find(NAMES.time);
  const when = moment ?? date ?? time ?? unnamedFirst(cells);
  const found = {
    open: find(NAMES.open),
    high: find(NAMES.high),
    low: find(NAMES.low),
    close: find(NAMES.close),
  };
  const missing = Object.entries({ date: when, ...found }).flatMap(([name, at]) =>
    at === undefined ? [name] : [],
  );
  const { open, high, low, close } = found;
  if (
    when === undefined ||
    open === undefined ||
    high === undefined ||
    low === undefined ||
    close === undefined
  )
    return missing.length === 5
      ? `${namelessWords(cells)}; it reads "${printable(cells.join(","))}"`
      : `the header has no ${missing.join(", no ")} column; it reads "${printable(cells.join(","))}"`;

  const double = doubleIn(cells, [open, high, low, close]);
  if (double !== undefined)
    return `the header has more than one ${double} column; keep one, and write several symbols as rows with a symbol column`;

  const timeOfDay = moment === undefined && date !== undefined ? time : undefined;
  const symbol = find(NAMES.symbol);
  const volume = find(NAMES.volume);
  return {
    time: when,
    ...(timeOfDay !== undefined && { timeOfDay }),
    open,
    high,
    low,
    close,
    ...(symbol !== undefined && { symbol }),
    ...(volume !== undefined && { volume }),
    cellsMin: Math.max(when, timeOfDay ?? 0, open, high, low, close, symbol ?? 0, volume ?? 0) + 1,
    cells: cells.length,
  };
}

function namelessWords(cells: readonly string[]): string {
  if (cells.some((cell) => /^\s*[\d.$-]*\d/.test(cell)))
    return "the first line names no columns: write date,open,high,low,close above the bars";
  return cells.length === 1
    ? "the header is one cell: part cells by commas, semicolons or tabs"
    : "the header names none of date, open, high, low and close: rename its columns";
}

/** Whose prices would be taken? pandas calls the second of two columns "Close.1". */
function doubleIn(cells: readonly string[], prices: readonly number[]): string | undefined {
  const names = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/\.\d+\s*$/, "")
      .trim(),
  );
  return prices
    .map((at) => names[at]!)
    .find((name) => 1 < names.filter((other) => other === name).length);
}

// pandas writes an unnamed index first; yfinance heads it "Price" over the rows "Ticker" and "Date".
function unnamedFirst(cells: readonly string[]): number | undefined {
  const [first = ""] = cells;
  return first.trim() === "" || ["price", "index", "unnamed"].includes(wordOf(first))
    ? 0
    : undefined;
}
