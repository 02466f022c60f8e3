import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { datedByMidnights, spacingOf } from "../bars/bar-instants.ts";
import { barsIn } from "../bars/folder-files.ts";
import { readBarFile } from "../bars/read-bar-file.ts";
import { checkFailure, Failure } from "../failure.ts";
import { type BarManifest, intervalMsOf, manifestName } from "../history/bar-manifest.ts";
import { sha256Of } from "../history/column-file.ts";
import { readStoredBars } from "../history/stored-bars.ts";
import { type Calendar, type Finding, findingsIn } from "../history/verify-bars.ts";
import type { DataVerifyDocument } from "../schema/look-schemas.ts";
import { sayWarning } from "../system/say-warning.ts";
import { visibleText } from "../system/visible-text.ts";
import type { Terminal } from "../terminal.ts";
import { choice } from "./choice-flag.ts";
import { folderFlag, jsonFlag, symbolsFlag, zoneFlag } from "./data-flags.ts";
import { keptIn } from "./data-list.ts";

interface Flags {
  readonly data: string;
  readonly symbols: readonly string[];
  readonly calendar: Calendar;
  readonly tz: string;
  readonly json: boolean;
}

/** A file with more than these is not what it is taken for; the rest is counted. */
const FINDINGS_SAID = 50;
const FINDINGS_MAX = 10_000;

/** `sevenfold data verify [BARS…]` */
export function dataVerifyCommand(terminal: Terminal): Command {
  return new Command("verify")
    .description(
      "Looks for what cannot be true of bars, and what looks wrong: damage, gaps, rows twice, closed days, unexplained jumps. Ends with 4 when it finds some.",
    )
    .argument("[bars...]", "files to look at, or folders of them, instead of what is kept")
    .addOption(folderFlag())
    .addOption(symbolsFlag("only these symbols of what is kept"))
    .addOption(
      choice("--calendar <name>", "whose sessions the rows are held to", ["xnys", "none"]).default(
        "xnys",
      ),
    )
    .addOption(zoneFlag())
    .addOption(jsonFlag())
    .action((paths: readonly string[], flags: Flags) => verify(paths, flags, terminal));
}

async function verify(paths: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  const files = paths.length === 0 ? await ofKept(flags) : await ofFiles(paths, flags, terminal);
  const found = files.reduce((sum, { findings }) => sum + findings.length, 0);
  if (flags.json) {
    const document: DataVerifyDocument = { schemaVersion: 1, files };
    terminal.stdout.write(`${JSON.stringify(document)}\n`);
  } else {
    for (const { file, rows, findings } of files) {
      for (const one of findings.slice(0, FINDINGS_SAID)) terminal.stdout.write(lineOf(one));
      const more = findings.length - FINDINGS_SAID;
      if (0 < more) terminal.stdout.write(`${file}: ${more} more; --json lists them\n`);
      if (findings.length === 0)
        terminal.stdout.write(`${file}: ${rows.toLocaleString("en-US")} rows, nothing found\n`);
    }
  }
  if (0 < found)
    throw checkFailure(
      `${found === 1 ? "1 finding" : `${found} findings`} in ${files.length === 1 ? "one file" : `${files.length} files`}`,
    );
}

interface Verified {
  readonly file: string;
  readonly rows: number;
  readonly findings: readonly Finding[];
}

/** "data/bars/ORCL.1d.bars.json: row 7: gap: …"; "orcl.csv:7: jump: …" */
function lineOf({ file, row, kind, what, symbol }: Finding): string {
  const place =
    row === undefined
      ? file
      : /\.(csv|txt|tsv)(\.\w+)?$/i.test(file)
        ? `${file}:${row}`
        : `${file}: row ${row}`;
  return `${place}: ${kind}${symbol === undefined ? "" : ` of ${symbol}`}: ${visibleText(what)}\n`;
}

async function ofKept({ data, symbols, calendar }: Flags): Promise<readonly Verified[]> {
  const { manifests, damaged } = await keptIn(data, symbols);
  const files = damaged.map(({ path, what }) => damagedFile(path, 0, what));
  for (const manifest of manifests) {
    const path = join(data, manifestName(manifest.symbol, manifest.interval));
    files.push(await verifiedKept(path, data, manifest, calendar));
  }
  return files;
}

async function verifiedKept(
  path: string,
  folder: string,
  { file, sha256, rows, interval }: BarManifest,
  calendar: Calendar,
): Promise<Verified> {
  try {
    const columns = join(folder, file);
    if ((await sha256Of(columns)) !== sha256)
      return damagedFile(path, rows, `${columns} is not what was written: its SHA-256 is another`);
    const stored = await readStoredBars(path);
    const all = findingsIn(stored.file, calendar, intervalMsOf(interval));
    return { file: path, rows, findings: [...firstOf(all)] };
  } catch (error) {
    if (error instanceof Failure) return damagedFile(path, rows, error.message);
    throw error;
  }
}

const damagedFile = (file: string, rows: number, what: string): Verified => ({
  ...{ file, rows },
  findings: [{ kind: "damaged", file, what }],
});

async function ofFiles(
  paths: readonly string[],
  { tz, calendar }: Flags,
  { stderr }: Terminal,
): Promise<readonly Verified[]> {
  const all: string[] = [];
  for (const path of paths) {
    if (!(await isFolder(path))) {
      all.push(path);
      continue;
    }
    const { bars, warnings } = await barsIn(path);
    for (const warning of warnings) sayWarning({ stderr }, warning);
    all.push(...bars.map((name) => join(path, name)));
  }
  const files: Verified[] = [];
  for (const path of all) {
    files.push(await verifiedFile(path, tz, calendar, 1 < all.length));
  }
  return files;
}

/**
 * A file that cannot be read is a finding where others are asked for too, and where rows of it were
 * found bad; else it throws the `Failure` that says why.
 */
async function verifiedFile(
  path: string,
  tz: string,
  calendar: Calendar,
  isAmongOthers: boolean,
): Promise<Verified> {
  const findings: Finding[] = [];
  try {
    const file = await readBarFile(path, tz, (row, what) => {
      if (findings.length < FINDINGS_MAX) findings.push({ kind: "bad row", file: path, row, what });
    });
    const dated = datedByMidnights(file, tz);
    const rows = file.series.reduce((sum, { times }) => sum + times.length, 0);
    const looks = findingsIn(dated, calendar, dated.intervalMs ?? spacingOf(dated.series));
    return { file: path, rows, findings: [...findings, ...firstOf(looks)] };
  } catch (error) {
    if (!(error instanceof Failure) || (findings.length === 0 && !isAmongOthers)) throw error;
    // The rows that were found bad say why the rest of it could not be read.
    const ended = damagedFile(path, 0, error.message);
    return { ...ended, findings: [...findings, ...ended.findings] };
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

function* firstOf(findings: Iterable<Finding>): Generator<Finding> {
  let count = 0;
  for (const finding of findings) {
    if (FINDINGS_MAX <= count++) return;
    yield finding;
  }
}
