import { Command } from "commander";
import type { Basis } from "../history/bar-manifest.ts";
import { importBars } from "../history/import-bars.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { basisFlag, folderFlag, symbolsFlag, zoneFlag } from "./data-flags.ts";
import { keptLine } from "./data-lines.ts";

interface Flags {
  readonly data: string;
  readonly symbols: readonly string[];
  readonly tz: string;
  readonly basis?: Basis;
  readonly replace?: true;
}

/** `sevenfold data import BARS…` */
export function dataImportCommand(terminal: Terminal): Command {
  return new Command("import")
    .description(
      "Reads files of bars and keeps what is in them; every row is checked. Importing again adds what is new.",
    )
    .argument(
      "<bars...>",
      "CSV, Parquet, JSON, columns, LEAN's ZIP, folders of them, or - for the input",
    )
    .addOption(folderFlag())
    .addOption(symbolsFlag("symbols to take, or names for the files in order"))
    .addOption(basisFlag())
    .addOption(zoneFlag())
    .option("--replace", "take the new bars alone where some of the symbol are kept")
    .action((paths: readonly string[], flags: Flags) => importAll(paths, flags, terminal));
}

async function importAll(
  paths: readonly string[],
  { data, symbols, tz, basis, replace }: Flags,
  { stdout, stderr }: Terminal,
): Promise<void> {
  const all = importBars(
    paths,
    {
      folder: data,
      clock: { zone: tz, session: "data" },
      ...{ symbols, basis, replaces: replace ?? false },
      addedAt: new Date().toISOString(),
    },
    (sentence) => sayWarning({ stderr }, sentence),
  );
  for await (const kept of all) stdout.write(keptLine(kept, data));
}
