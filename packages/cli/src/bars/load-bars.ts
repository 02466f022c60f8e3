import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BarColumns } from "@sevenfold/application/backtest/bar-columns";
import { inputFailure } from "../failure.ts";
import { type BarClock, columnsOfSeries, datedByMidnights, spacingOf } from "./bar-instants.ts";
import { nameSeries } from "./bar-symbols.ts";
import { type InputFile, readFailureOf } from "./file-lines.ts";
import { BAR_FILES, readBarFile } from "./read-bar-file.ts";

export interface LoadedBars {
  /** One set of columns per symbol, in the order of the files. */
  readonly columns: readonly BarColumns[];
  /** In the order of the paths. */
  readonly files: readonly InputFile[];
  readonly warnings: readonly string[];
}

const MINUTE_MS = 60_000;

/** Reads files and folders of bars. Throws a `Failure` that says which file, which line and what to do. */
export async function loadBars(
  paths: readonly string[],
  wanted: readonly string[],
  clock: BarClock,
): Promise<LoadedBars> {
  const files = [];
  for (const path of await filesOf(paths))
    files.push(datedByMidnights(await readBarFile(path, clock.zone), clock.zone));
  const { named, warnings } = nameSeries(files, wanted);

  const columns = named.map(({ ticker, file, series }) => {
    const intervalMs = spacingOf(file.series) ?? MINUTE_MS;
    return columnsOfSeries(series, { isDated: file.isDated, intervalMs }, ticker, clock);
  });
  const lone = files
    .filter((file) => !file.isDated && spacingOf(file.series) === undefined)
    .map(({ path }) => `${path}: a single row does not say how long its bar is; taken as a minute`);
  return {
    columns,
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    warnings: [...files.flatMap((file) => file.warnings), ...lone, ...warnings],
  };
}

/** A folder stands for the files of bars in it, by name. */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    try {
      if (!(await stat(path)).isDirectory()) files.push(path);
      else files.push(...(await filesIn(path)));
    } catch (error) {
      throw readFailureOf(error, path);
    }
  }
  return files;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => BAR_FILES.test(name)).sort();
  if (names.length === 0)
    throw inputFailure(`the folder ${folder} holds no file of bars: CSV, Parquet or columns`);
  return names.map((name) => join(folder, name));
}
