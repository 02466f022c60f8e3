import { inputFailure } from "../failure.ts";
import { printable } from "./bar-header.ts";
import { cellsOf, type Delimiter, delimiterOf, delimiterSaid, tooManyCells } from "./csv-line.ts";
import { foreignText, readLines } from "./file-lines.ts";
import { isEither, withPoint } from "./price-cell.ts";

/** A CSV file whose columns are found by name. */
export interface CsvTable<Column extends string> {
  readonly path: string;
  readonly sha256: string;
  readonly rows: readonly CsvRow<Column>[];
  /** The header as it is written. */
  readonly header: readonly string[];
  /** Whether the header has the column. */
  has(column: Column): boolean;
}

export interface CsvRow<Column extends string> {
  readonly line: number;
  /** The cell without blanks around it, a decimal comma between semicolons as a point; undefined where the header has no such column. */
  cell(column: Column): string | undefined;
  /** Ends the run with the file, this line and what is wrong with it. */
  refuse(what: string): never;
}

/** The words a column goes by, lower case and letters only, the usual one first; "" is a first column without a name. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** A table is held whole: more rows than this are no list of days or trades. */
export const TABLE_ROWS_MAX = 5_000_000;

/** Reads a table whose header has all columns but the optional ones, in any case and order. */
export async function readCsvTable<Column extends string>(
  path: string,
  names: ColumnNames<Column>,
  optional: readonly Column[] = [],
): Promise<CsvTable<Column>> {
  const rows: CsvRow<Column>[] = [];
  let places: Map<Column, number> | undefined;
  let header: readonly string[] = [];
  let said: Delimiter | undefined;
  let delimiter: Delimiter = ",";
  const sha256 = await readLines(path, (text, line) => {
    if (text.trim() === "") return;
    const refuse = (what: string): never => {
      throw inputFailure(`${path}:${line}: ${what}`);
    };
    if (places === undefined) {
      const foreign = foreignText(text);
      if (foreign !== undefined) refuse(foreign);
      if (/^\s*[[{]/.test(text)) refuse("it is JSON; write it as CSV");
      const told = line === 1 ? delimiterSaid(text) : undefined;
      if (told !== undefined) {
        said = told;
        return;
      }
      delimiter = said ?? delimiterOf(text);
    }
    const cells = cellsOf(text, delimiter) ?? refuse("a quote is opened and not closed");
    if (places === undefined) {
      places = placesOf(cells, names);
      header = cells.map((cell) => cell.trim());
      const missing = (Object.keys(names) as Column[]).filter(
        (column) => !places?.has(column) && !optional.includes(column),
      );
      if (0 < missing.length)
        refuse(
          `the header has no ${missing.map((column) => names[column][0]).join(", no ")} column; it reads "${printable(text)}"`,
        );
      return;
    }
    if (cells.slice(header.length).some((cell) => cell.trim() !== ""))
      refuse(tooManyCells(cells.length, header.length));
    if (TABLE_ROWS_MAX <= rows.length) refuse(`the file has more than ${TABLE_ROWS_MAX} rows`);
    const cell = (column: Column): string | undefined => {
      const bare = cells[places?.get(column) ?? -1]?.trim();
      if (delimiter !== ";" || bare === undefined) return bare;
      return isEither(bare)
        ? refuse(`"${bare}" may be thousands or a decimal; write 1234 or 1.234`)
        : withPoint(bare);
    };
    rows.push({ line, refuse, cell });
  });
  if (places === undefined) throw inputFailure(`${path}: the file is empty`);
  return { path, sha256, header, rows, has: (column) => places?.has(column) ?? false };
}

const wordOf = (cell: string): string => cell.toLowerCase().replace(/[^a-z]/g, "");

/** Where each column stands; the usual word wins over the others. */
export function placesOf<Column extends string>(
  cells: readonly string[],
  names: ColumnNames<Column>,
): Map<Column, number> {
  const words = cells.map(wordOf);
  const places = new Map<Column, number>();
  for (const [column, known] of Object.entries(names) as [Column, readonly string[]][])
    for (const word of known) {
      const place = word === "" ? (words[0] === "" ? 0 : -1) : words.indexOf(word);
      if (0 <= place && !places.has(column)) places.set(column, place);
    }
  return places;
}

/** A plain number, with thousands or a dollar sign as spreadsheets write them. */
export function numberOfCell(cell: string): number | undefined {
  const bare = cell.replace(/^\$\s*/, "");
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
