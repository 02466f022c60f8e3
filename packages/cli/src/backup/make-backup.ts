import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openDatabaseSession } from "@sevenfold/adapters-persistence/backup/database-session";
import {
  type DumpedDatabase,
  dumpTables,
} from "@sevenfold/adapters-persistence/backup/dump-tables";
import { requireWholeRestore } from "@sevenfold/adapters-persistence/embedded-database";
import { engineVersion } from "../engine-version.ts";
import { inputFailure, usageFailure } from "../failure.ts";
import { codeOf } from "../system/make-folder.ts";
import {
  type BackupManifest,
  factsOf,
  JOURNAL_FILE,
  MANIFEST_FILE,
  manifestOf,
  tableFileOf,
} from "./backup-manifest.ts";
import { copyJournal } from "./copy-journal.ts";
import { type Patiently, patientWith, TargetSilent } from "./patience.ts";

export interface BackupPlace {
  readonly databaseUrl?: string | undefined;
  readonly dataFolder: string;
  /** The exchange's journal; undefined: its accounts are left out. */
  readonly journal: string | undefined;
  /** Longest silence of a database server that was asked; a minute when absent. */
  readonly answerTimeoutMs?: number;
  /** Longest silence of the disk that the backup is written to; five minutes when absent. */
  readonly targetTimeoutMs?: number;
}

/** Where a backup is written before it is whole. */
export const draftOf = (folder: string): string => `${folder}.partial`;

/** The flush of a slow disk may take minutes. */
export const TARGET_TIMEOUT_MS = 300_000;

/**
 * Writes a backup into a folder that must not exist; it appears whole or not at all.
 *
 * The database is read first and the exchange's journal after it: a database that knows less than the
 * venue asks the venue and books what it lacks; one that knows orders of which the venue has never
 * heard cannot be mended.
 */
export async function makeBackup(
  { answerTimeoutMs, databaseUrl, dataFolder, journal, targetTimeoutMs }: BackupPlace,
  folder: string,
  createdAt: Date,
): Promise<BackupManifest> {
  requireWholeRestore(dataFolder);
  if (journal !== undefined) await requireFile(journal);
  const draft = draftOf(folder);
  const patiently = patientWith(folder, targetTimeoutMs ?? TARGET_TIMEOUT_MS);
  await patiently(() => makeDraft(draft));
  try {
    const place = {
      dataFolder,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
    };
    const database = await writeTables(place, draft, patiently);
    const tables = [];
    for (const table of database.tables)
      tables.push({
        ...table,
        ...(await patiently((stir) => factsOf(join(draft, tableFileOf(table.name)), stir))),
      });
    const exchange =
      journal === undefined
        ? undefined
        : await patiently((stir) => writeJournal(journal, draft, stir));
    const manifest = manifestOf({
      program: engineVersion(),
      createdAt: createdAt.toISOString(),
      migrations: [...database.migrations],
      tables,
      ...(exchange && { exchange }),
      sealedUnder: [...database.sealedUnder],
    });
    await patiently(async () => {
      await writeDurably(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
      await rename(draft, folder);
      await syncFolder(dirname(folder));
    });
    return manifest;
  } catch (error) {
    // A disk that is silent takes nothing away either.
    if (!(error instanceof TargetSilent))
      await patiently(() => rm(draft, { recursive: true, force: true }));
    throw error;
  }
}

/** It holds digests of passwords and sealed keys: for its owner's eyes. */
async function makeDraft(draft: string): Promise<void> {
  try {
    await mkdir(draft, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    throw usageFailure(`${draft} is there already: another backup began in the same second`);
  }
  for (const part of ["database", "exchange"]) await mkdir(join(draft, part), { mode: 0o700 });
}

async function writeTables(
  place: Parameters<typeof openDatabaseSession>[0],
  draft: string,
  patiently: Patiently,
): Promise<DumpedDatabase> {
  const session = await openDatabaseSession(place);
  try {
    const dumped = await dumpTables(session, (table, lines) =>
      patiently(() => writeDurably(join(draft, tableFileOf(table)), lines)),
    );
    for (const { name } of dumped.tables)
      await patiently(() => writeDurably(join(draft, tableFileOf(name)), ""));
    return dumped;
  } finally {
    await session.close();
  }
}

/** Of a pipe or a device no end ever comes. */
async function requireFile(journal: string): Promise<void> {
  const found = await stat(journal).catch(() => undefined);
  if (found?.isFile() === false) throw inputFailure(`${journal} is no file; --journal names it`);
}

async function writeJournal(
  journal: string,
  draft: string,
  stir: () => void,
): Promise<BackupManifest["exchange"]> {
  const copy = join(draft, JOURNAL_FILE);
  const lines = await copyJournal(journal, copy, stir).catch((error: Error) => {
    throw codeOf(error) === "ENOENT"
      ? inputFailure(
          `there is no journal of the exchange at ${journal}; --journal names it, ` +
            "--without-exchange leaves its accounts out",
        )
      : error;
  });
  return { lines, ...(await factsOf(copy, stir)) };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}
