import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { inputFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";
import { readBarHeader } from "./bar-header.ts";
import { cellsOf, delimiterOf } from "./csv-line.ts";
import { firstLineOf } from "./first-line.ts";
import { isTitled } from "./titled-header.ts";

const BAR_FILES =
  /^(?!sevenfold-trials\.).*\.((csv|tsv|json|jsonl|ndjson)(\.gz|\.bz2|\.zst)?|parquet|pq)$/i;
const TEXT = /\.txt(\.gz|\.bz2|\.zst)?$/i;
/** Tables that other programs keep bars in, and that no reader here knows. */
const OTHER_TABLE = /\.(xlsx?|ods|feather|arrow|h5|hdf5?|pkl|dbn|zip)$/i;

/** The files of a folder that hold bars, in the order given. */
export interface FolderFiles {
  readonly bars: readonly string[];
  /** Of those passed over that look as if they did. */
  readonly warnings: readonly string[];
}

/** The files of bars in a folder, by name. Throws a `Failure` where it holds none. */
export async function barsIn(folder: string): Promise<FolderFiles> {
  const { bars, warnings } = await barsAmong(folder, (await readdir(folder)).sort());
  if (bars.length === 0)
    throw inputFailure(
      [
        `the folder ${folder} holds no file of bars: CSV, Parquet, JSON, columns, or what sevenfold data import keeps`,
        ...warnings,
      ].join("; "),
    );
  return { bars, warnings };
}

/**
 * Chooses among the names of files in a folder: tables by their ending, texts where their first line
 * names the columns of bars.
 */
export async function barsAmong(folder: string, names: readonly string[]): Promise<FolderFiles> {
  const bars: string[] = [];
  const texts: string[] = [];
  for (const name of names) {
    if (BAR_FILES.test(name)) bars.push(name);
    else if (!TEXT.test(name)) continue;
    else if (await namesColumns(join(folder, name))) bars.push(name);
    else texts.push(name);
  }
  const others = names.filter((name) => OTHER_TABLE.test(name));
  return {
    bars,
    warnings: [
      ...passedOver(folder, texts, "no first line that names the columns of bars"),
      ...passedOver(folder, others, "a form that is not read; save it as CSV or Parquet"),
    ],
  };
}

async function namesColumns(path: string): Promise<boolean> {
  const line = (await firstLineOf(path)) ?? "";
  const cells = cellsOf(line, delimiterOf(line)) ?? [];
  return isTitled(cells) || typeof readBarHeader(cells) !== "string";
}

function passedOver(folder: string, names: readonly string[], why: string): readonly string[] {
  const [first, ...more] = names;
  if (first === undefined) return [];
  const rest = more.length === 0 ? "" : ` and ${counted(more.length, "file")} more`;
  return [`${join(folder, first)}${rest} ${more.length === 0 ? "is" : "are"} passed over: ${why}`];
}
