import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { inputFailure } from "../failure.ts";
import { BarManifest } from "../history/bar-manifest.ts";
import { manifestsIn } from "../history/bar-store.ts";
import { textTable } from "../report/text-table.ts";
import { readJson } from "../run/read-json.ts";
import type { DataListDocument } from "../schema/look-schemas.ts";
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
    .action(async ({ data, symbols, json }: Flags) => {
      const manifests = await keptIn(data, symbols);
      if (json) {
        const document: DataListDocument = { schemaVersion: 1, folder: data, bars: manifests };
        terminal.stdout.write(`${JSON.stringify(document)}\n`);
        return;
      }
      terminal.stdout.write(tableOf(manifests));
    });
}

/** The manifests of a folder, of all symbols or of some. Throws a `Failure` where there are none. */
export async function keptIn(
  folder: string,
  symbols: readonly string[],
): Promise<readonly BarManifest[]> {
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const names = isThere ? await manifestsIn(folder) : [];
  if (names.length === 0)
    throw inputFailure(
      `${folder} keeps no bars; sevenfold data import, fetch or generate brings some, and --data names another folder`,
    );
  const all: BarManifest[] = [];
  for (const name of names) all.push(await readJson(join(folder, name), BarManifest));
  const some = all.filter(({ symbol }) => symbols.length === 0 || symbols.includes(symbol));
  const missing = symbols.filter((symbol) => !all.some((one) => one.symbol === symbol));
  if (0 < missing.length) throw inputFailure(`${folder} keeps no bars of ${missing.join(", ")}`);
  return some;
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
