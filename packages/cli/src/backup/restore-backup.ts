import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { lockJournal } from "@sevenfold/adapters-broker/exchange/exchange-journal-file";
import { requireKnown, restoreTables } from "@sevenfold/adapters-persistence/backup/restore-tables";
import { forgetMaking, RESTORING } from "@sevenfold/adapters-persistence/embedded-database";
import { lockFolder } from "@sevenfold/adapters-persistence/folder-lock";
import { takeLock } from "@sevenfold/adapters-persistence/lock-file";
import { holdRestored } from "@sevenfold/application/brokers/hold-restored";
import type { Tables } from "@sevenfold/application/ports/stores/storage";
import { instant } from "@sevenfold/domain/market";
import { readyDataFolder } from "../commands/command-storage.ts";
import { usageFailure } from "../failure.ts";
import { type BackupManifest, JOURNAL_FILE, readVerified, tableFileOf } from "./backup-manifest.ts";
import { linesIn } from "./lines-in.ts";
import type { BackupPlace } from "./make-backup.ts";

export interface Restored {
  readonly manifest: BackupManifest;
  /** Where what was there before is kept now: folders, files, a schema. */
  readonly kept: readonly string[];
}

/**
 * Brings a backup back. Its files are compared with the manifest first. Everything is made beside its
 * place and put there at the end; as long as `restoring` stands in the data folder no start succeeds,
 * so that nobody runs on half a restore. Every account is held until its user has looked.
 */
export async function restoreBackup(
  place: BackupPlace,
  folder: string,
  { replaces }: { readonly replaces: boolean },
): Promise<Restored> {
  const manifest = await readVerified(folder);
  requireKnown(manifest.migrations);
  const { answerTimeoutMs, databaseUrl, dataFolder, journal } = place;
  const restoring = join(dataFolder, RESTORING);
  const database = join(dataFolder, "database");
  await readyDataFolder(dataFolder);
  const unlock = await locked(place, database);
  try {
    if (!replaces) await requireEmpty(databaseUrl === undefined ? database : undefined, journal);
    const wasCutShort = (await existing(restoring)) !== undefined;
    await emptyFolder(restoring);
    const target = {
      ...(databaseUrl === undefined ? { dataFolder: restoring } : { dataFolder, databaseUrl }),
      ...(answerTimeoutMs === undefined ? {} : { answerTimeoutMs }),
    };
    const dump = {
      ...manifest,
      readRows: (table: string) => someLinesIn(join(folder, tableFileOf(table))),
    };
    const alsoWrite = (tables: Tables) =>
      holdRestored(tables, {
        at: instant(Date.now()),
        madeAt: instant(Date.parse(manifest.createdAt)),
      });
    const accounts = manifest.exchange && journal !== undefined ? { journal } : undefined;
    const make = async () => {
      if (accounts) await copyDurably(join(folder, JOURNAL_FILE), draftOf(accounts.journal));
      return restoreTables(target, dump, { setsAside: replaces, alsoWrite });
    };
    const schema = await make().catch(async (error: unknown) => {
      if (accounts) await rm(draftOf(accounts.journal), { force: true });
      // Nothing was put in its place yet, unless by one before.
      if (wasCutShort) await emptyFolder(restoring);
      else await rm(restoring, { recursive: true, force: true });
      throw error;
    });
    const suffix = `before-restore-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    const kept: string[] = schema === undefined ? [] : [`the schema ${schema}`];
    if (accounts)
      kept.push(...(await swapped(draftOf(accounts.journal), accounts.journal, suffix)));
    if (databaseUrl === undefined) {
      forgetMaking(database);
      kept.push(...(await swapped(join(restoring, "database"), database, suffix)));
    }
    await rm(restoring, { recursive: true, force: true });
    return { manifest, kept };
  } finally {
    unlock();
  }
}

/** Beside the journal, whose disk need not be that of the data folder. */
const draftOf = (journal: string): string => `${journal}.restoring`;

/** Keeps every process of Sevenfold out until it is done. */
async function locked({ databaseUrl, journal }: BackupPlace, database: string) {
  const unlocks: (() => void)[] = [];
  const unlock = () => {
    for (const one of unlocks) one();
  };
  try {
    if (databaseUrl === undefined) unlocks.push(lockFolder(database).release);
    if (journal !== undefined) {
      await mkdir(dirname(journal), { recursive: true });
      unlocks.push(lockJournal(journal, takeLock));
    }
    return unlock;
  } catch (error) {
    unlock();
    throw error;
  }
}

async function requireEmpty(database: string | undefined, journal: string | undefined) {
  const entries = database === undefined ? [] : await readdir(database).catch(() => []);
  const taken = 0 < entries.length ? database : await existing(journal);
  if (taken !== undefined)
    throw usageFailure(
      `${taken} is there already; --replace puts the backup in its place and keeps what was there`,
    );
}

const existing = async (path: string | undefined): Promise<string | undefined> =>
  path !== undefined && (await stat(path).catch(() => undefined)) ? path : undefined;

/** Moves `from` to `to`; answers where what was at `to` went. */
async function swapped(from: string, to: string, suffix: string): Promise<readonly string[]> {
  const isTaken = (await existing(to)) !== undefined;
  const aside = `${to}.${suffix}`;
  if (isTaken) await rename(to, aside);
  await rename(from, to);
  return isTaken ? [aside] : [];
}

/** Made, where it is not there; it is never gone meanwhile. */
async function emptyFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const name of await readdir(path))
    await rm(join(path, name), { recursive: true, force: true });
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
  const file = await open(to, "r+");
  await file.sync();
  await file.close();
}

const LINES_AT_ONCE = 1_000;

async function* someLinesIn(path: string): AsyncIterable<readonly string[]> {
  let lines: string[] = [];
  for await (const line of linesIn(path)) {
    lines.push(line);
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines;
    lines = [];
  }
  if (0 < lines.length) yield lines;
}
