import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BarFile } from "../bars/bar-series.ts";
import { readJson } from "../run/read-json.ts";
import { BarManifest, intervalMsOf, manifestName, SIMULATED } from "./bar-manifest.ts";
import { readColumnFile } from "./column-file.ts";

/** Kept bars with what their manifest says of them. */
export interface StoredBars {
  readonly manifest: BarManifest;
  readonly file: BarFile;
}

const DAY = "1d";

/** Reads the bars of a manifest, such as data/bars/ORCL.1d.bars.json. */
export async function readStoredBars(path: string): Promise<StoredBars> {
  const { manifest, series } = await readTogether(path);
  const { interval, sha256 } = manifest;
  return {
    manifest,
    file: {
      path,
      sha256,
      isDated: interval === DAY,
      ...(interval !== DAY && { intervalMs: intervalMsOf(interval) }),
      basis: manifest.basis,
      isSimulated: manifest.sources.every(({ from }) => from.startsWith(SIMULATED)),
      series: [series],
      warnings: [],
    },
  };
}

/** What a folder keeps of a symbol; undefined where it keeps nothing of it. */
export async function keptManifest(
  folder: string,
  symbol: string,
  interval: string,
): Promise<BarManifest | undefined> {
  const path = join(folder, manifestName(symbol, interval));
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? readJson(path, BarManifest) : undefined;
}

/** Who replaces bars takes the old columns away: a manifest that names new ones by now is read anew. */
async function readTogether(path: string) {
  const manifest = await readJson(path, BarManifest);
  try {
    return { manifest, series: readColumnFile(dirname(path), manifest) };
  } catch (error) {
    const now = await readJson(path, BarManifest);
    if (now.file === manifest.file) throw error;
    return { manifest: now, series: readColumnFile(dirname(path), now) };
  }
}
