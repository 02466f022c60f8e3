import { open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { takeLock } from "@sevenfold/adapters-persistence/lock-file";
import type { BarSeries } from "../bars/bar-series.ts";
import { inputFailure, usageFailure } from "../failure.ts";
import { makeFolder, writeReasonOf } from "../system/make-folder.ts";
import {
  type BarManifest,
  type BarSource,
  type Basis,
  FORMAT,
  manifestName,
  manifestNamed,
} from "./bar-manifest.ts";
import { writeColumnFile } from "./column-file.ts";
import { type Difference, joinedSeries } from "./joined-series.ts";
import { keptManifest, readStoredBars } from "./stored-bars.ts";

/** Bars to keep: of one symbol and interval, checked by the reader they come from. */
export interface NewBars {
  readonly symbol: string;
  readonly interval: string;
  readonly basis: Basis;
  readonly series: BarSeries;
  readonly source: Omit<BarSource, "rows">;
}

/** What came of keeping bars. */
export interface KeptBars {
  readonly manifest: BarManifest;
  /** Rows that were not there before. */
  readonly added: number;
}

const LOCK_TRIES = 600;
const LOCK_WAIT_MS = 100;

/**
 * Adds bars to those of a folder, or replaces them. The files appear whole or not at all, whenever
 * the process ends; two processes take turns. Throws a `Failure` where both have a row of one time
 * and different prices, or prices that are adjusted to different splits.
 */
export function keepBars(
  folder: string,
  bars: NewBars,
  { replaces }: { readonly replaces: boolean },
): Promise<KeptBars> {
  return exclusively(folder, bars, async () => {
    const name = manifestName(bars.symbol, bars.interval);
    // What is replaced may be damaged.
    const isAdded =
      !replaces && (await keptManifest(folder, bars.symbol, bars.interval)) !== undefined;
    const before = isAdded ? await readStoredBars(join(folder, name)) : undefined;
    if (before !== undefined) checkBasis(name, before.manifest.basis, bars.basis);
    const old = before?.file.series[0];
    const isDated = bars.interval === "1d";
    const series =
      old === undefined ? bars.series : joinedSeries(old, bars.series, refusal(name, isDated));
    const added = series.times.length - (old?.times.length ?? 0);
    if (before !== undefined && added === 0) return { manifest: before.manifest, added };
    const sources = before?.manifest.sources ?? [];
    const source = { ...bars.source, rows: bars.series.times.length };
    return { manifest: await written(folder, bars, series, [...sources, source]), added };
  });
}

async function written(
  folder: string,
  { symbol, interval, basis }: NewBars,
  series: BarSeries,
  sources: readonly BarSource[],
): Promise<BarManifest> {
  const draft = join(folder, draftName(symbol, interval));
  const isDated = interval === "1d";
  const { sha256, columns } = await writeColumnFile(draft, series, isDated);
  const { times } = series;
  const manifest: BarManifest = {
    format: FORMAT,
    ...{ symbol, interval, basis, sha256 },
    rows: times.length,
    first: momentText(times[0]!, isDated),
    last: momentText(times.at(-1)!, isDated),
    sources: [...sources],
    file: `${symbol}.${interval}.${sha256.slice(0, 16)}.bars`,
    columns: [...columns],
  };
  await rename(draft, join(folder, manifest.file));
  const name = manifestName(symbol, interval);
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(draft, join(folder, name));
  await syncFolder(folder);
  await takeAwayOld(folder, manifest);
  return manifest;
}

/** Only who has the lock comes here: no file of these names is another's work. */
async function takeAwayOld(folder: string, { symbol, interval, file }: BarManifest): Promise<void> {
  const mine = `${symbol}.${interval}.`;
  for (const name of await readdir(folder))
    if (name.startsWith(mine) && name.endsWith(".bars") && name !== file)
      await rm(join(folder, name), { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  // Not every system lets a folder be synchronized.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const draftName = (symbol: string, interval: string): string => `.${symbol}.${interval}.draft`;

/** Runs `work` while no other process writes this symbol's bars. */
async function exclusively<T>(
  folder: string,
  { symbol, interval }: NewBars,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await makeFolder(folder);
    const path = join(folder, `.${symbol}.${interval}.lock`);
    for (let attempt = 1; ; attempt++) {
      const lock = takeLock(path);
      if (lock.heldBy === undefined) {
        try {
          return await work();
        } finally {
          await rm(join(folder, draftName(symbol, interval)), { force: true });
          lock.release();
        }
      }
      if (attempt === LOCK_TRIES)
        throw usageFailure(
          `process ${lock.heldBy} has been writing the bars of ${symbol} in ${folder} for a minute; try again when it is done`,
        );
      await wait(LOCK_WAIT_MS);
    }
  } catch (error) {
    const reason = writeReasonOf(error);
    if (reason === undefined) throw error;
    throw usageFailure(
      `cannot keep bars in ${folder}: ${reason}; --data takes another folder, and what was kept is as it was`,
    );
  }
}

function checkBasis(name: string, kept: Basis, added: Basis): void {
  if (kept === added) return;
  throw inputFailure(
    `${name} holds ${kept} prices and these are ${added}: one series has one basis; say the right one with --basis, or --replace what is there`,
  );
}

const refusal =
  (name: string, isDated: boolean) =>
  ({ moment, kept, added }: Difference): never => {
    throw inputFailure(
      `${name} has ${momentText(moment, isDated)} with ${kept}, and the new row of that time differs, with ${added}: adjusted or corrected since? --replace takes the new bars alone`,
    );
  };

/** A date, or an instant in UTC. */
export const momentText = (moment: number, isDated: boolean): string =>
  isDated
    ? new Date(moment * 86_400_000).toISOString().slice(0, 10)
    : new Date(moment).toISOString();

/** The manifests in a folder, by symbol and interval. */
export async function manifestsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => manifestNamed(name) !== undefined).sort();
}
