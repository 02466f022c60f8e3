import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { Failure, inputFailure } from "../failure.ts";
import { BarManifest, manifestNamed } from "../history/bar-manifest.ts";
import { manifestsIn } from "../history/bar-store.ts";
import { textTable } from "../report/text-table.ts";
import { readJson } from "../run/read-json.ts";
import type { DataListDocument } from "../schema/look-schemas.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { folderFlag, jsonFlag, symbolsFlag } from "./data-flags.ts";

interface Flags {
  readonly data: string;
  readonly symbols: readonly string[];
  readonly json: boolean;
}

/** `sevenfold data list` */
export function dataListCommand(terminal: Terminal): Command {
  return new Command("list")
    .description("Shows which bars are kept, from when to when, and where they came from.")
    .addOption(folderFlag())
    .addOption(symbolsFlag("only these symbols"))
    .addOption(jsonFlag())
    .action((flags: Flags) => list(flags, terminal));
}

async function list({ data, symbols, json }: Flags, { stdout, stderr }: Terminal): Promise<void> {
  const { manifests, damaged } = await keptIn(data, symbols);
  const document: DataListDocument = {
    schemaVersion: 1,
    folder: data,
    bars: [...manifests],
    damaged: damaged.map(({ path, what }) => ({ file: path, what })),
  };
  stdout.write(json ? `${JSON.stringify(document)}\n` : tableOf(manifests));
  for (const { what } of damaged) sayWarning({ stderr }, what);
}

/** What a folder keeps. */
export interface Kept {
  readonly manifests: readonly BarManifest[];
  /** Manifests that cannot be read: why, and what to do. */
  readonly damaged: readonly DamagedManifest[];
}

interface DamagedManifest {
  readonly symbol: string;
  readonly path: string;
  readonly what: string;
}

/** What a folder keeps of all symbols or of some. Throws a `Failure` where it keeps nothing. */
export async function keptIn(folder: string, symbols: readonly string[]): Promise<Kept> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isThere ? await manifestsIn(folder) : [];
  if (names.length === 0)
    throw inputFailure(
      `${folder} keeps no bars; sevenfold data import, fetch or generate brings some, and --data names another folder`,
    );
  const all = names.map((name) => ({ name, symbol: manifestNamed(name)!.symbol }));
  const missing = symbols.filter((symbol) => !all.some((one) => one.symbol === symbol));
  if (0 < missing.length) throw inputFailure(`${folder} keeps no bars of ${missing.join(", ")}`);
  const some = all.filter(({ symbol }) => symbols.length === 0 || symbols.includes(symbol));
  return manifestsOf(some.map(({ name, symbol }) => ({ symbol, path: join(folder, name) })));
}

async function manifestsOf(
  named: readonly { readonly symbol: string; readonly path: string }[],
): Promise<Kept> {
  const manifests: BarManifest[] = [];
  const damaged: DamagedManifest[] = [];
  for (const { symbol, path } of named)
    try {
      manifests.push(await readJson(path, BarManifest));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const what = `${error.message}; data import --replace brings its bars anew`;
      damaged.push({ symbol, path, what });
    }
  return { manifests, damaged };
}

const HEAD = ["Symbol", "Bars", "Rows", "First", "Last", "Basis", "From"];

function tableOf(manifests: readonly BarManifest[]): string {
  const rows = manifests.map(({ symbol, interval, rows: count, first, last, basis, sources }) => [
    symbol,
    interval,
    count.toLocaleString("en-US"),
    ...[first, last, basis],
    sources.length === 1 ? sources[0]!.from : `${sources[0]!.from} and ${sources.length - 1} more`,
  ]);
  return `${textTable(HEAD, rows, ["left", "left", "right", "left", "left", "left", "left"])}\n`;
}
