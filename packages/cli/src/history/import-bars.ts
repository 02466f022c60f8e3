import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BarClock, datedByMidnights, spacingOf } from "../bars/bar-instants.ts";
import type { BarFile, BarSeries } from "../bars/bar-series.ts";
import { type NamedBars, nameSeries, seriesNamed } from "../bars/bar-symbols.ts";
import { readFailureOf } from "../bars/file-bytes.ts";
import { barsAmong } from "../bars/folder-files.ts";
import { jumpWarnings } from "../bars/jump-warnings.ts";
import { readBarFile } from "../bars/read-bar-file.ts";
import { inputFailure, usageFailure } from "../failure.ts";
import { type BarManifest, type Basis, intervalOf, manifestNamed } from "./bar-manifest.ts";
import { keepBars, type NewBars } from "./bar-store.ts";
import { joinedAll } from "./joined-series.ts";
import { readLeanBars } from "./lean-bars.ts";

export interface ImportSettings {
  readonly folder: string;
  readonly clock: BarClock;
  /** Names for the files in order, or a choice among their symbols. */
  readonly symbols: readonly string[];
  /** What the files do not say of their prices. */
  readonly basis: Basis | undefined;
  readonly replaces: boolean;
  readonly addedAt: string;
}

/** What importing one symbol's bars came to. */
export interface Imported {
  readonly manifest: BarManifest;
  readonly added: number;
}

const ZIP = /\.zip$/i;
const DEPTH_MAX = 8;
const FILES_MAX = 200_000;
/** Files of one symbol are joined before they are written, up to so many rows. */
const ROWS_AT_ONCE = 5_000_000;

/**
 * Reads files and folders of bars, LEAN's archives included, and keeps what is in them. What is kept
 * stays kept when a later file fails or the process ends: importing again goes on.
 */
export async function* importBars(
  paths: readonly string[],
  settings: ImportSettings,
  warn: (sentence: string) => void,
): AsyncGenerator<Imported> {
  const files = await filesUnder(paths, warn);
  if (0 < settings.symbols.length && files.some((path) => ZIP.test(path)))
    throw usageFailure("LEAN's archives name their symbols; leave --symbols away");
  const waiting = new Map<string, NewBars[]>();
  let rows = 0;
  const keepAll = async function* (): AsyncGenerator<Imported> {
    for (const all of waiting.values())
      yield await keepBars(settings.folder, joined(all), settings);
    waiting.clear();
    rows = 0;
  };
  for (const path of files) {
    const { clock } = settings;
    const read = ZIP.test(path)
      ? await readLeanBars(path, clock.zone)
      : await readBarFile(path, clock.zone);
    const file = datedByMidnights(read, clock.zone);
    const wanted =
      files.length === 1 || settings.symbols.length === 0
        ? settings.symbols
        : [settings.symbols[files.indexOf(path)] ?? ""];
    const { named, warnings, cut } = ZIP.test(path)
      ? nameArchive(file)
      : nameSeries([file], wanted);
    if (cut?.length) refuseCut(path, files.length);
    const jumps = jumpWarnings(file, clock.zone);
    for (const warning of [...file.warnings, ...jumps, ...warnings]) warn(warning);
    for (const { ticker, series } of named) {
      const bars = newBars(ticker, series, file, settings);
      const key = `${ticker}.${bars.interval}`;
      const others = waiting.get(key);
      if (others === undefined && !ZIP.test(path)) yield* keepAll();
      waiting.set(key, [...(waiting.get(key) ?? []), bars]);
      rows += series.times.length;
    }
    if (ROWS_AT_ONCE < rows) yield* keepAll();
  }
  yield* keepAll();
}

/** BTCUSD and BTCUSDT begin alike: what is kept under a part of a name is another instrument's too. */
function refuseCut(path: string, files: number): never {
  const name = path === "-" ? "the standard input has no name" : `${path}: its name is no symbol`;
  throw inputFailure(
    `${name}, and bars are kept by theirs: one to five letters, as in ORCL or BRK.B; --symbols ${files === 1 ? "gives it one" : "names the files in order"}`,
  );
}

/** LEAN keeps instruments of all kinds side by side: one whose name is no symbol here is left out. */
function nameArchive(file: BarFile): NamedBars {
  const named = seriesNamed([file]);
  const left = file.series.length - named.length;
  return {
    named,
    warnings:
      left === 0 ? [] : [`${file.path} is left out: "${file.series[0]!.symbol}" is no symbol`],
  };
}

function newBars(
  symbol: string,
  series: BarSeries,
  file: BarFile,
  { basis, addedAt }: ImportSettings,
): NewBars {
  if (file.basis !== undefined && basis !== undefined && file.basis !== basis)
    throw usageFailure(
      `${file.path} holds ${file.basis} prices, and --basis says ${basis}; leave it away`,
    );
  const intervalMs = file.intervalMs ?? spacingOf([series]);
  if (!file.isDated && intervalMs === undefined)
    throw inputFailure(
      `${file.path}: a single row of ${symbol} does not say how long its bar is; import it with its neighbours`,
    );
  return {
    symbol,
    series,
    interval: file.isDated ? "1d" : intervalOf(intervalMs!),
    basis: file.basis ?? basis ?? "unknown",
    source: { from: file.path, sha256: file.sha256, addedAt },
  };
}

/** Several files of one symbol as one; the source is the first, with how many follow it. */
function joined(all: readonly NewBars[]): NewBars {
  const [first, ...others] = all as [NewBars, ...NewBars[]];
  if (others.length === 0) return first;
  const other = others.find(({ basis }) => basis !== first.basis);
  if (other !== undefined)
    throw inputFailure(
      `${first.source.from} holds ${first.basis} prices and ${other.source.from} ${other.basis}: one series has one basis`,
    );
  return {
    ...first,
    series: joinedAll(
      all.map(({ series, source }) => ({ series, from: source.from })),
      first.interval === "1d",
    ),
    source: {
      from: `${first.source.from} and ${others.length} more`,
      addedAt: first.source.addedAt,
    },
  };
}

/** Files of bars, by name; folders and what is below them, as LEAN's lie. */
async function filesUnder(
  paths: readonly string[],
  warn: (sentence: string) => void,
): Promise<readonly string[]> {
  const files: string[] = [];
  const add = (path: string): void => {
    if (FILES_MAX <= files.length)
      throw usageFailure(`more than ${FILES_MAX} files; import them in parts`);
    files.push(path);
  };
  const walk = async (folder: string, depth: number): Promise<void> => {
    if (DEPTH_MAX < depth) throw usageFailure(`${folder} lies more than ${DEPTH_MAX} folders deep`);
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    const { bars, warnings } = await barsAmong(
      folder,
      names.filter((name) => !ZIP.test(name) && manifestNamed(name) === undefined),
    );
    for (const warning of warnings) warn(warning);
    const wanted = new Set([...bars, ...names.filter(isLeanArchive)]);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await walk(path, depth + 1);
      else if (wanted.has(entry.name)) add(path);
    }
  };
  for (const path of paths) {
    const before = files.length;
    try {
      if (path === "-" || !(await stat(path)).isDirectory()) {
        add(path);
        continue;
      }
      await walk(path, 1);
    } catch (error) {
      throw readFailureOf(error, path);
    }
    if (files.length === before)
      throw inputFailure(
        `the folder ${path} holds no file of bars: CSV, Parquet, JSON, columns or LEAN's ZIP`,
      );
  }
  return files;
}

/** Quotes of LEAN lie beside its trades. */
const isLeanArchive = (name: string): boolean =>
  ZIP.test(name) && !/_(quote|openinterest)\.zip$/i.test(name);
