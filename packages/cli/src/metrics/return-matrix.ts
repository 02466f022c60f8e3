import { cellsOf, type Delimiter, delimiterOf, delimiterSaid } from "../bars/csv-line.ts";
import { numberOfCell } from "../bars/csv-table.ts";
import { readWhole } from "../bars/file-bytes.ts";
import { foreignText } from "../bars/file-lines.ts";
import { isEither, withPoint } from "../bars/price-cell.ts";
import { inputFailure } from "../failure.ts";

/** Returns of many trials over the same days, wherever they were made. */
export interface ReturnMatrix {
  readonly path: string;
  readonly sha256: string;
  /** A trial each. */
  readonly names: readonly string[];
  /** Column by column. */
  readonly trials: readonly Float64Array[];
  readonly warnings: readonly string[];
}

export const MATRIX_KINDS = ["returns", "equity"] as const;
export type MatrixKind = (typeof MATRIX_KINDS)[number];

const BYTES_MAX = 256 * 2 ** 20;
const TRIALS_MAX = 10_000;
const ROWS_MAX = 1_000_000;

/** Nobody gains that much every day; equity of any account is more. */
const GAIN_ABSURD = 0.5;

/** What pandas calls the numbers of the rows once it has read them again. */
const ROW_NUMBERS = /^(index|unnamed: 0)$/i;

/**
 * Reads a CSV file of a row a day and a column a trial; a first row of names and a first column of
 * dates or of the rows' numbers are understood. Throws a `Failure` that names the file, the line and the column.
 */
export async function readReturnMatrix(path: string, kind: MatrixKind): Promise<ReturnMatrix> {
  const { text, sha256 } = await readText(path);
  const lines = text.split(/\r?\n/);
  const said = delimiterSaid(lines[0]!);
  const first = lines.findIndex((line, at) => line.trim() !== "" && (said === undefined || 0 < at));
  if (first < 0) throw inputFailure(`${path}: the file is empty`);
  const foreign = foreignText(lines[first]!);
  if (foreign !== undefined) refuse(first, foreign);
  const delimiter = said ?? delimiterOf(lines[first]!);
  const heading = rowAt(first).map((cell) => cell.trim());
  // pandas names columns by numbers where nobody does, and their index not at all.
  const isNamed =
    heading[0] === "" || heading.some((cell) => cell !== "" && numberIn(cell) === undefined);
  const data = lines.findIndex(
    (line, at) => (isNamed ? first < at : first <= at) && line.trim() !== "",
  );
  if (data < 0) throw inputFailure(`${path}: the file has names and no returns`);
  const isDated = numberIn(rowAt(data)[0] ?? "") === undefined;
  const warnings = isDated ? [] : rowNumberWarnings();
  const skipped = isDated || 0 < warnings.length ? 1 : 0;
  const count = heading.length - skipped;
  if (count < 2)
    throw inputFailure(
      `${path}:${first + 1}: there is ${count === 1 ? "one column" : "no column"} of returns; a column for each of at least two trials is needed`,
    );
  if (TRIALS_MAX < count)
    throw inputFailure(`${path}:${first + 1}: ${count} columns; ${TRIALS_MAX} is the most`);
  const names = Array.from({ length: count }, (_, at) =>
    isNamed ? heading[at + skipped] || `column ${at + skipped + 1}` : `column ${at + skipped + 1}`,
  );
  const values: number[][] = names.map(() => []);
  for (let at = data; at < lines.length; at++) {
    if (lines[at]!.trim() === "") continue;
    const cells = rowAt(at);
    if (cells.length !== heading.length)
      refuse(at, `the row has ${cells.length} cells, and the first one ${heading.length}`);
    if (ROWS_MAX <= values[0]!.length) refuse(at, `the file has more than ${ROWS_MAX} rows`);
    for (let trial = 0; trial < count; trial++)
      values[trial]!.push(cellValue(cells[trial + skipped]!, at, names[trial]!));
  }
  if (kind === "returns" && values.every((all) => all.every((value) => GAIN_ABSURD < value)))
    throw inputFailure(
      `${path}: every value is above ${GAIN_ABSURD}, a gain of 50% each day: this is equity and no returns; add --values equity`,
    );
  const trials =
    kind === "returns" ? values.map((all) => Float64Array.from(all)) : values.map(grownIn);
  return { path, sha256, names, trials, warnings };

  /** pandas writes its index as a first column, without a name; as a trial it would turn the verdict round. */
  function rowNumberWarnings(): readonly string[] {
    if (!isNamed) return [];
    const [name = ""] = heading;
    if (name === "")
      return [`${path}: the first column has no name and is left out; name it where it is a trial`];
    return ROW_NUMBERS.test(name) && countsRows()
      ? [`${path}: the first column, "${name}", numbers the rows and is left out`]
      : [];
  }
  function countsRows(): boolean {
    let next: number | undefined;
    for (let at = data; at < lines.length; at++) {
      if (lines[at]!.trim() === "") continue;
      const value = numberIn(rowAt(at)[0]!);
      if (next === undefined ? value !== 0 && value !== 1 : value !== next) return false;
      next = value! + 1;
    }
    return true;
  }
  function refuse(at: number, what: string): never {
    throw inputFailure(`${path}:${at + 1}: ${what}`);
  }
  function rowAt(at: number): readonly string[] {
    return cellsOf(lines[at]!, delimiter) ?? refuse(at, "a quote is opened and not closed");
  }
  function numberIn(cell: string): number | undefined {
    return numberOfCell(plain(cell.trim(), delimiter));
  }
  function cellValue(cell: string, at: number, name: string): number {
    const bare = cell.trim();
    const value = numberIn(cell);
    if (value === undefined)
      refuse(
        at,
        `${name}: ${bare === "" ? "the cell is empty" : `"${bare}" is not a number`}; every trial needs a value on every day, such as ${kind === "returns" ? "0.012 for 1.2%" : "100000"}`,
      );
    if (kind === "returns" && value < -1)
      refuse(
        at,
        `${name}: a return of ${bare} is below −1, which is all of it; write fractions, 0.012 for 1.2%`,
      );
    if (kind === "equity" && value <= 0) refuse(at, `${name}: equity of ${bare} has no return`);
    return value;
  }
}

/** Between semicolons commas are decimal ones, where they cannot be thousands. */
const plain = (cell: string, delimiter: Delimiter): string =>
  delimiter === ";" && !isEither(cell) ? withPoint(cell) : cell;

const grownIn = (values: readonly number[]): Float64Array =>
  Float64Array.from(values.slice(1), (value, at) => value / values[at]! - 1);

async function readText(path: string): Promise<{ readonly text: string; readonly sha256: string }> {
  const { bytes, sha256 } = await readWhole(path, {
    bytesMax: BYTES_MAX,
    advice: ", which is the most",
  });
  return { text: bytes.toString("utf8").replace(/^\uFEFF/, ""), sha256 };
}
