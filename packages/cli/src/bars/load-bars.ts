import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { inputFailure, usageFailure } from "../failure.ts";
import { manifestNamed } from "../history/bar-manifest.ts";
import { checkInterval } from "./asked-interval.ts";
import { type BarClock, columnsOfSeries, datedByMidnights, spacingOf } from "./bar-instants.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";
import { type NamedSeries, nameSeries, seriesNamed, spelledAsHere } from "./bar-symbols.ts";
import { closedDayWarnings } from "./closed-day-warning.ts";
import { readFailureOf, STANDARD_INPUT } from "./file-bytes.ts";
import type { InputFile } from "./file-lines.ts";
import { barsIn, type FolderFiles } from "./folder-files.ts";
import { jumpWarnings } from "./jump-warnings.ts";
import { isLeftOut, leftOutWarning, ZONE_HELPS } from "./left-out-bars.ts";
import type { LoadedActions } from "./read-actions.ts";
import { readBarFile } from "./read-bar-file.ts";

export interface LoadedBars {
  /** One set of columns per symbol, in the order of the files. */
  readonly columns: readonly BarColumns[];
  /** In the order of the paths. */
  readonly files: readonly InputFile[];
  /** To what the prices were adjusted, of the files that say so. */
  readonly bases: readonly NonNullable<BarFile["basis"]>[];
  readonly warnings: readonly string[];
}

const MINUTE_MS = 60_000;

/**
 * Reads files and folders of bars. Jumps that a split of `actions` explains are not warned of. Throws a
 * `Failure` that says which file, which line and what to do.
 */
export async function loadBars(
  paths: readonly string[],
  wanted: readonly string[],
  clock: BarClock,
  actions?: LoadedActions["bySymbol"],
): Promise<LoadedBars> {
  const found = await filesOf(paths, wanted, clock.interval);
  const files = await readAll(found.bars, clock);
  for (const file of files) checkInterval(file, clock.interval);
  const { named, warnings } = nameSeries(files, wanted);
  const columns = named.map((each) => columnsOfNamed(each, clock));
  const outside = columns.filter(isLeftOut).map(({ ticker }) => ticker);
  if (outside.length === columns.length && columns.length !== 0)
    throw inputFailure(
      `--session xnys leaves nothing to trade: every bar of ${outside.join(", ")} lies outside the exchange's hours; ${ZONE_HELPS}`,
    );
  const tickers = new Map(named.map(({ series, ticker }) => [series, ticker]));
  const actionsOf = (series: BarSeries) => actions?.get(tickers.get(series)!);
  const lone = files
    .filter((file) => !file.isDated && file.intervalMs === undefined)
    .map(({ path }) => `${path}: a single row does not say how long its bar is; taken as a minute`);
  return {
    columns,
    bases: files.flatMap(({ basis }) => (basis === undefined ? [] : [basis])),
    files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    warnings: [
      ...found.warnings,
      ...files.flatMap((file) => [
        ...file.warnings,
        ...jumpWarnings(file, clock.zone, actionsOf),
        ...(clock.session === "data" ? closedDayWarnings(file) : []),
      ]),
      ...lone,
      ...warnings,
      ...columns.flatMap(leftOutWarning),
      ...mixed(files),
    ],
  };
}

/** Bars of one symbol among those of the paths, by the name it goes by there; else what there is. */
export async function loadSymbol(
  paths: readonly string[],
  symbol: string,
  clock: BarClock,
): Promise<
  | { readonly columns: BarColumns; readonly files: readonly InputFile[] }
  | { readonly known: readonly string[] }
> {
  const { bars } = await filesOf(paths, [symbol], clock.interval);
  const named = seriesNamed(await readAll(bars, clock));
  const found = named.find(({ ticker }) => ticker === symbol);
  if (found === undefined) return { known: named.map(({ ticker }) => ticker) };
  const { path, sha256 } = found.file;
  return { columns: columnsOfNamed(found, clock), files: [{ path, sha256 }] };
}

async function readAll(paths: readonly string[], { zone }: BarClock): Promise<readonly BarFile[]> {
  const files = [];
  for (const path of paths)
    files.push(spaced(datedByMidnights(await readBarFile(path, zone), zone)));
  return files;
}

/** How long a bar lasts is looked for once: that goes through the times of all rows. */
function spaced(file: BarFile): BarFile {
  const intervalMs = file.intervalMs ?? (file.isDated ? undefined : spacingOf(file.series));
  return intervalMs === undefined ? file : { ...file, intervalMs };
}

function columnsOfNamed({ ticker, file, series }: NamedSeries, clock: BarClock): BarColumns {
  const intervalMs = file.intervalMs ?? MINUTE_MS;
  return columnsOfSeries(series, { isDated: file.isDated, intervalMs }, ticker, clock);
}

/** Prices adjusted for dividends beside prices that are not: what one earns is not what the other does. */
function mixed(files: readonly BarFile[]): readonly string[] {
  const bases = new Set(files.flatMap(({ basis }) => (basis === undefined ? [] : [basis])));
  return bases.size < 2
    ? []
    : [
        `the files are adjusted differently, ${[...bases].join(" and ")}: compare their returns with care`,
      ];
}

/** A folder stands for the files of bars in it, by name. */
async function filesOf(
  paths: readonly string[],
  wanted: readonly string[],
  interval: string | undefined,
): Promise<FolderFiles> {
  const all: FolderFiles[] = [];
  for (const path of paths) {
    try {
      if (path === STANDARD_INPUT || !(await stat(path)).isDirectory())
        all.push({ bars: [path], warnings: [] });
      else all.push(await filesIn(path, wanted, interval));
    } catch (error) {
      throw readFailureOf(error, path);
    }
  }
  return {
    bars: all.flatMap(({ bars }) => bars),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

async function filesIn(
  folder: string,
  wanted: readonly string[],
  interval: string | undefined,
): Promise<FolderFiles> {
  const { bars, warnings } = await barsIn(folder);
  const chosen = chosenOf(folder, bars, wanted, interval);
  return { bars: chosen.map((name) => join(folder, name)), warnings };
}

/** Of bars that a data folder keeps, those of the wanted symbols and the interval; other files are all taken. */
function chosenOf(
  folder: string,
  names: readonly string[],
  wanted: readonly string[],
  interval: string | undefined,
): readonly string[] {
  const kept = names.filter((name) => manifestNamed(name) !== undefined);
  if (kept.length === 0) return names;
  const intervalOf = (name: string) => manifestNamed(name)!.interval;
  const asked = wanted.map(spelledAsHere);
  const some = kept.filter(
    (name) =>
      (asked.length === 0 || asked.includes(manifestNamed(name)!.symbol)) &&
      (interval === undefined || intervalOf(name) === interval),
  );
  if (some.length === 0)
    throw inputFailure(
      `${folder} keeps no bars ${asked.length === 0 ? "" : `of ${asked.join(", ")} `}${interval === undefined ? "" : `of ${interval}`}; sevenfold data list --data ${folder} shows what it keeps`.replace(
        " ;",
        ";",
      ),
    );
  const intervals = [...new Set(some.map(intervalOf))];
  if (1 < intervals.length)
    throw usageFailure(
      `${folder} keeps bars of ${intervals.join(" and ")}; --interval says which to trade`,
    );
  const others = names.filter((name) => manifestNamed(name) === undefined);
  return [...others, ...some];
}
