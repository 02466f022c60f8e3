import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";
import {
  type SplitRatio,
  splitRatioOf,
} from "@sevenfold/application/research/backtest/split-ratio";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { inputFailure } from "../failure.ts";
import { spelledAsHere, tickerOfFile } from "./bar-symbols.ts";
import { barTimeReader, dayWritten, localDayReader } from "./bar-time.ts";
import { type ColumnNames, type CsvRow, readCsvTable } from "./csv-table.ts";
import { readFailureOf } from "./file-bytes.ts";
import type { InputFile } from "./file-lines.ts";

/** Splits and dividends of many symbols, and the files they came from. */
export interface LoadedActions {
  /** A column may name what is no symbol here; it has no bars then. */
  readonly bySymbol: ReadonlyMap<string, readonly CorporateAction[]>;
  readonly files: readonly InputFile[];
}

type Column = "date" | "symbol" | "split" | "dividend" | "kind" | "value";
const NAMES: ColumnNames<Column> = {
  date: ["date", "exdate", "day", ""],
  symbol: ["symbol", "ticker"],
  split: ["split", "splits", "stocksplits", "ratio"],
  dividend: ["dividend", "dividends", "amount", "cash"],
  kind: ["kind", "type", "action"],
  value: ["value"],
};
const OPTIONAL: readonly Column[] = ["symbol", "split", "dividend", "kind", "value"];

/** Reads a file of splits and dividends, or a folder with one file for each symbol. */
export async function readActions(path: string, zone: string): Promise<LoadedActions> {
  const bySymbol = new Map<string, CorporateAction[]>();
  const files: InputFile[] = [];
  for (const file of await filesOf(path)) {
    const table = await readCsvTable(file, NAMES, OPTIONAL);
    const isListed = table.has("kind") && table.has("value");
    if (!isListed && !table.has("split") && !table.has("dividend"))
      throw inputFailure(
        `${file}: the header has neither a split nor a dividend column, nor kind and value`,
      );
    const dayOf = dayReader(zone);
    for (const row of table.rows) {
      const cell = row.cell("symbol");
      const symbol = cell === undefined ? tickerOfFile(file) : spelledAsHere(cell);
      if (symbol === "") row.refuse("the symbol is empty");
      const day = dayOf(row);
      const own = bySymbol.get(symbol) ?? [];
      if (day < (own.at(-1)?.day ?? day))
        row.refuse(
          "the row is earlier than the one before it of its symbol; sort the file with the oldest row first",
        );
      for (const what of isListed ? [listedOf(row)] : namedOf(row)) {
        if (what === undefined) continue;
        checkNew(row, own, { day, ...what });
        own.push({ day, ...what });
      }
      bySymbol.set(symbol, own);
    }
    files.push({ path: table.path, sha256: table.sha256 });
  }
  return { bySymbol, files };
}

/** Two dividends of a day may be an ordinary one and a special one; two that are equal are one told twice. */
function checkNew(
  row: CsvRow<Column>,
  own: readonly CorporateAction[],
  action: CorporateAction,
): void {
  const before = own.findLastIndex(({ day }) => day < action.day);
  if (own.slice(before + 1).some((other) => isDeepStrictEqual(other, action)))
    row.refuse(
      `the ${action.kind} of ${tradingDayFrom(action.day)} is there twice and would be applied twice; keep one of the rows`,
    );
}

async function filesOf(path: string): Promise<readonly string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => /\.csv$/i.test(name)).sort();
    if (names.length === 0) throw inputFailure(`the folder ${path} holds no CSV file`);
    return names.map((name) => join(path, name));
  } catch (error) {
    throw readFailureOf(error, path);
  }
}

function dayReader(zone: string): (row: CsvRow<Column>) => number {
  const readTime = barTimeReader(zone);
  const dayAt = localDayReader(zone);
  return (row) => {
    const cell = row.cell("date") ?? "";
    const time = readTime(cell);
    if (time === undefined) return row.refuse(`the date "${cell}" is not one this reader knows`);
    return time.kind === "date" ? time.dayNumber : (dayWritten(time) ?? dayAt(time.ms));
  };
}

type What =
  | Omit<Extract<CorporateAction, { kind: "split" }>, "day">
  | Omit<Extract<CorporateAction, { kind: "dividend" }>, "day">;

/** A row of "kind" and "value". */
function listedOf(row: CsvRow<Column>): What | undefined {
  const kind = row.cell("kind")?.toLowerCase() ?? "";
  const value = row.cell("value") ?? "";
  if (/split/.test(kind)) return splitOf(row, value);
  if (/div/.test(kind)) return dividendOf(row, value);
  return row.refuse(`"${kind}" is neither a split nor a dividend`);
}

/** A row with a column for each; an empty cell or 0 is none. A day's split comes first. */
const namedOf = (row: CsvRow<Column>): readonly (What | undefined)[] => [
  splitOf(row, row.cell("split") ?? ""),
  dividendOf(row, row.cell("dividend") ?? ""),
];

const isNothing = (text: string): boolean => /^(0*\.?0*|nan|null|-)$/i.test(text);
const PARTS_MAX = 1_000_000;

/** "4:1", "4-for-1", "4/1", "4" and "1.5" new shares for old ones; "0.333333" is one for three. */
function splitOf(row: CsvRow<Column>, text: string): What | undefined {
  if (isNothing(text)) return undefined;
  const ratio = splitRatioOf(text) ?? ratioOfTwo(text);
  if (ratio === undefined)
    return row.refuse(`the split "${text}" is not a ratio such as 4:1 or 1.5`);
  const common = greatestCommonDivisor(ratio.numerator, ratio.denominator);
  const split = {
    numerator: ratio.numerator / common,
    denominator: ratio.denominator / common,
  };
  if (PARTS_MAX < Math.max(split.numerator, split.denominator))
    return row.refuse(`the split "${text}" is finer than a millionth`);
  return { kind: "split", ...split };
}

const TWO = /^(\d{1,7}(?:\.\d{1,6})?)\s*(?::|\/|-for-|for)\s*(\d{1,7}(?:\.\d{1,6})?)$/i;

function ratioOfTwo(text: string): SplitRatio | undefined {
  const [match, now, before] = TWO.exec(text) ?? [];
  if (match === undefined) return undefined;
  const [numerator, denominator] = [millionthsOf(now), millionthsOf(before)];
  return numerator * denominator === 0 ? undefined : { numerator, denominator };
}

/** Dollars for each share. */
function dividendOf(row: CsvRow<Column>, text: string): What | undefined {
  if (isNothing(text)) return undefined;
  const bare = text.replace(/^\$/, "");
  const perShare = /^(\d{1,6}(\.\d{0,12})?|\.\d{1,12})$/.test(bare)
    ? Math.round(Number(bare) * MILLION)
    : undefined;
  if (perShare === undefined)
    return row.refuse(`the dividend "${text}" is not an amount of dollars for a share`);
  return perShare === 0 ? undefined : { kind: "dividend", perShare };
}

const MILLION = 1_000_000;

function millionthsOf(text = ""): number {
  const [whole = "", fraction = ""] = text.split(".");
  return Number(whole) * MILLION + Number(fraction.padEnd(6, "0"));
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
