import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { draftOf, makeBackup, TARGET_TIMEOUT_MS } from "../backup/make-backup.ts";
import { patientWith, TargetSilent } from "../backup/patience.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import type { Configuration } from "../compose/configuration.ts";
import { EXIT, Failure, usageFailure } from "../failure.ts";
import { endingAtOnce } from "../resumable/interruption.ts";
import { makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { sayWarning } from "../system/say-warning.ts";
import type { Terminal } from "../terminal.ts";
import { readConfiguration } from "./command-storage.ts";
import { startFailureOf } from "./start-failure.ts";

interface JournalFlags {
  readonly journal?: string;
  /** False where --without-exchange is given. */
  readonly withoutExchange?: boolean;
}

/** Failures whose message already says what to do. */
const MENDABLE = new Set([
  "DatabaseTooNew",
  "DatabaseUnreadable",
  "DiskFull",
  "ExchangeLocked",
  "FolderInUse",
  "NothingToBackUp",
  "RestoreRefused",
]);

/** `sevenfold backup`: the database and the exchange's accounts, in one folder. */
export function backupCommand(terminal: Terminal): Command {
  const command = new Command("backup").description(
    "Writes the database and the built-in exchange's accounts into a new folder, with checksums. " +
      "On PostgreSQL Sevenfold may go on running; the embedded database belongs to the running " +
      "process, so stop it first. Keys are not in it: keep them apart. docs/operations.md",
  );
  return withJournalFlags(command)
    .option("--to <folder>", "where backups are kept, each in a folder of its own", "backups")
    .action(async ({ to, ...flags }: JournalFlags & { readonly to: string }) => {
      const configuration = readConfiguration();
      await said(configuration, NO_BACKUP, terminal, () => readyBackups(to, terminal));
      const now = new Date();
      const folder = resolve(
        to,
        `sevenfold-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z`,
      );
      const place = { ...configuration, journal: journalOf(configuration, flags) };
      const { exchange, sealedUnder, tables } = await said(configuration, NO_BACKUP, terminal, () =>
        endingAtOnce(
          terminal,
          () => takenBack(draftOf(folder)),
          () => makeBackup(place, folder, now),
        ),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const accounts = exchange ? "the exchange's accounts" : "without the exchange's accounts";
      terminal.stdout.write(`${folder}: ${rows} rows of ${tables.length} tables, ${accounts}\n`);
      if (0 < sealedUnder.length)
        terminal.stdout.write(
          `Its secrets need the credentials key ${sealedUnder.join(", ")}, which is not in it: keep it apart.\n`,
        );
    });
}

/** `sevenfold restore`: brings a backup back where nothing is, or in place of what is there. */
export function restoreCommand(terminal: Terminal): Command {
  const command = new Command("restore")
    .description(
      "Brings a backup back, into DATABASE_URL or DATA_DIR, after comparing every file with its " +
        "checksum. Stop Sevenfold first. docs/operations.md",
    )
    .argument("<folder>", "the backup's folder")
    .option("--replace", "put it in the place of what is there, which is kept beside it");
  return withJournalFlags(command).action(
    async (folder: string, flags: JournalFlags & { readonly replace?: boolean }) => {
      const configuration = readConfiguration();
      const place = { ...configuration, journal: journalOf(configuration, flags) };
      const { kept, manifest } = await said(configuration, NOT_RESTORED, terminal, () =>
        endingAtOnce(
          terminal,
          () => `; restore it again, ${IF_FILLED}`,
          () => restoreBackup(place, resolve(folder), { replaces: flags.replace === true }),
        ),
      );
      terminal.stdout.write(`Restored the backup of ${manifest.createdAt}.\n`);
      if (manifest.exchange === undefined)
        terminal.stdout.write("It holds no accounts of the exchange: those are what they were.\n");
      terminal.stdout.write(
        "AI Trading is off for every account: switch it on again once the dashboard shows what the broker does.\n",
      );
      for (const path of kept) terminal.stdout.write(`What was there before is kept: ${path}\n`);
      if (0 < manifest.sealedUnder.length)
        terminal.stdout.write(
          `Start with the credentials key ${manifest.sealedUnder.join(", ")}.\n`,
        );
    },
  );
}

const withJournalFlags = (command: Command): Command =>
  command
    .option("--journal <file>", "the journal of an exchange that runs in a process of its own")
    .option("--without-exchange", "leave the exchange's accounts out");

function journalOf(
  { dataFolder, exchangeUrl }: Configuration,
  { journal, withoutExchange = false }: JournalFlags,
): string | undefined {
  if (withoutExchange) {
    if (journal !== undefined) throw usageFailure("--journal and --without-exchange contradict");
    return undefined;
  }
  if (journal !== undefined) return resolve(journal);
  if (exchangeUrl !== undefined)
    throw usageFailure(
      "the exchange at EXCHANGE_URL keeps a journal of its own: --journal names the file, " +
        "--without-exchange leaves its accounts out",
    );
  return join(dataFolder, "exchange", "journal.jsonl");
}

async function readyBackups(folder: string, terminal: Terminal): Promise<void> {
  const patiently = patientWith(folder, TARGET_TIMEOUT_MS);
  try {
    await patiently(() => makeFolder(resolve(folder)));
    const begun = (await patiently(() => readdir(resolve(folder)))).filter(isDraft);
    for (const name of begun)
      sayWarning(
        terminal,
        `${join(folder, name)} is of a backup that has not ended; where none is at work, it was killed and may be deleted`,
      );
  } catch (error) {
    if (error instanceof TargetSilent) throw error;
    const reason = writeReasonOf(error);
    throw reason === undefined
      ? error
      : usageFailure(`cannot keep backups in ${folder}: ${reason}; --to takes another folder`);
  }
}

/** Takes away what an interrupted backup has written, and says so. */
function takenBack(draft: string): string {
  try {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
    return `; ${NO_BACKUP}`;
  } catch {
    return `; ${NO_BACKUP}, and ${draft} may be deleted`;
  }
}

const isDraft = (name: string): boolean => /^sevenfold-[\dT-]+Z\.partial$/.test(name);

const NO_BACKUP = "no backup was written";
const IF_FILLED = "with --replace if the database should turn out to be filled";
const NOT_RESTORED = `restore it again then, ${IF_FILLED}`;

/** What stands in the way, in words; with what became of it, where the database is away. */
async function said<Value>(
  configuration: Configuration,
  outcome: string,
  terminal: Terminal,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "StorageUnavailable")
      throw new Failure(
        EXIT.unexpected,
        `${startFailureOf(error, configuration)?.message}; ${outcome}`,
      );
    if (error instanceof TargetSilent) {
      const failure = new Failure(EXIT.unexpected, `${error.message}; ${outcome}`);
      if (terminal.endAtOnce === undefined) throw failure;
      terminal.stderr.write(`sevenfold: ${failure.message}\n`);
      terminal.endAtOnce();
    }
    if (error instanceof Error && MENDABLE.has(error.name))
      throw new Failure(EXIT.unexpected, error.message);
    throw startFailureOf(error, configuration) ?? error;
  }
}
