import { inputFailure } from "../failure.ts";
import { jsonIn } from "../run/json-text.ts";
import { type BarHeader, printable, readBarHeader } from "./bar-header.ts";
import { type BarRows, type HearBad, openBarRows } from "./bar-rows.ts";
import type { BarFile } from "./bar-series.ts";
import { barTimeReader, type ReadBarTime } from "./bar-time.ts";
import { takeCells } from "./cell-row.ts";
import { readWhole } from "./file-bytes.ts";
import { readLines } from "./file-lines.ts";
import { unitsOfCell } from "./price-cell.ts";

/** A document is held whole while it is read; lines are not. */
const BYTES_MAX = 256 * 2 ** 20;

/**
 * Reads bars from a JSON document or from lines of JSON objects: an array of bars, or the answers of
 * Alpaca ("bars", of one symbol or by symbol), Tiingo and Twelve Data ("values" under a "meta"). The
 * fields of a bar are found by name as the columns of a CSV file are. Throws a `Failure` that names
 * the file and the bar.
 */
export async function readJsonBars(
  path: string,
  zone: string,
  hearBad?: HearBad,
): Promise<BarFile> {
  const areLines = /\.(jsonl|ndjson)(\.gz|\.bz2|\.zst)?$/i.test(path);
  const word = areLines ? "line" : "bar";
  const at = (row: number) => (areLines ? `${path}:${row}` : `${path}: bar ${row}`);
  const rows = openBarRows(path, { at, word, zone, hearBad });
  const readTime = barTimeReader(zone);
  const take = openBarTaker(rows, readTime);
  if (areLines) {
    const sha256 = await readLines(path, (text, line) => {
      if (text.trim() === "") return;
      rows.attempt(() => {
        const bar = jsonOf(text) ?? rows.refuse(line, "the line is no JSON object");
        take(bar, undefined, line);
      });
    });
    return rows.finish(sha256);
  }
  const { bytes, sha256 } = await readWhole(path, {
    bytesMax: BYTES_MAX,
    advice: "; write a line for each bar (.jsonl), or Parquet",
  });
  let row = 0;
  for (const { symbol, bars } of listsIn(path, jsonIn(path, bytes)))
    for (const bar of bars) {
      row++;
      rows.attempt(() => take(bar, symbol, row));
    }
  return rows.finish(sha256);
}

interface ListOfBars {
  /** Undefined where the document does not say. */
  readonly symbol: string | undefined;
  readonly bars: readonly unknown[];
}

function listsIn(path: string, document: unknown): readonly ListOfBars[] {
  if (Array.isArray(document)) return [{ symbol: undefined, bars: document }];
  if (!isObject(document))
    throw inputFailure(
      `${path}: it holds no bars, but ${document === null ? "null" : typeof document}`,
    );
  const said =
    document.symbol ??
    document.ticker ??
    (isObject(document.meta) ? document.meta.symbol : undefined);
  const symbol = typeof said === "string" ? said : undefined;
  const listed = document.bars ?? document.values ?? document.data ?? document.results;
  if (Array.isArray(listed)) return [{ symbol, bars: listed }];
  const bySymbol = isObject(listed) ? listed : document;
  const lists = Object.entries(bySymbol).flatMap(([name, bars]) =>
    Array.isArray(bars) ? [{ symbol: name, bars: bars as readonly unknown[] }] : [],
  );
  if (lists.length === 0)
    throw inputFailure(
      `${path}: it holds no list of bars; write an array of objects with date, open, high, low and close, or {"bars": […]}`,
    );
  return lists;
}

/** Takes bars, whose fields are found by the first one's names, and anew where a bar has others. */
function openBarTaker(rows: BarRows, readTime: ReadBarTime) {
  let names: readonly string[] = [];
  let header: BarHeader | undefined;
  return (bar: unknown, symbol: string | undefined, row: number): void => {
    if (!isObject(bar))
      rows.refuse(row, `it is no object, but ${printable(JSON.stringify(bar) ?? "")}`);
    const fields = bar as Record<string, unknown>;
    const own = Object.keys(fields);
    if (
      header === undefined ||
      own.length !== names.length ||
      own.some((name, at) => name !== names[at])
    ) {
      const found = readBarHeader(own);
      if (typeof found === "string")
        rows.refuse(row, found.replace("the header", "the bar").replace("column", "field"));
      else header = found;
      names = own;
    }
    const cells = names.map((name) => textOf(fields[name]));
    takeCells(rows, { header: header!, symbol, unitsIn: unitsOfCell, readTime }, cells, row);
  };
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
