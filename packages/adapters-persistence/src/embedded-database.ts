import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { lockFolder } from "./folder-lock.ts";
import { ROOM_BYTES_MIN, roomIn } from "./room-watch.ts";

/** PGlite's PostgreSQL. Another major version cannot read its files, and must not try. */
const POSTGRES_MAJOR = "18";

/** Stands in a data folder for as long as a backup is being brought back into it. */
export const RESTORING = "restoring";

/** The database in the folder cannot be opened. Nothing was changed; the message says what to do. */
export class DatabaseUnreadable extends Error {
  override readonly name = "DatabaseUnreadable";
}

/** Too little room to open the database: PostgreSQL would stand still in the midst of its work. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  /** Where its files are; undefined for one in memory. */
  readonly folder?: string;
  /** Where the files went that could not be opened, when that was asked for. */
  readonly setAside?: string;
  close(): Promise<void>;
}

export interface EmbeddedChoice {
  /** Moves files that cannot be opened aside and begins with an empty database. Else: throws. */
  readonly beginsAnew?: boolean;
}

/**
 * Opens the database in `<dataFolder>/database`, and makes it where there is none. One process has
 * it at a time: PGlite takes no lock, and a second opener would lose what both have written.
 *
 * Files that exist and cannot be opened are left as they are and refused with `DatabaseUnreadable`:
 * an empty ledger that nobody asked for would be worse than no start. Nothing is ever deleted.
 */
export async function openEmbeddedDatabase(
  dataFolder: string,
  choice: EmbeddedChoice = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataFolder, { recursive: true });
  const folder = databaseIn(dataFolder);
  const lock = lockFolder(folder);
  try {
    await requireRoom(dataFolder);
    const { pglite, setAside } = await openOrMake(folder, choice);
    return {
      pglite,
      folder,
      ...(setAside === undefined ? {} : { setAside }),
      async close() {
        await pglite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Throws `DatabaseUnreadable` where a restore was cut short: what is there now may not fit together. */
export function requireWholeRestore(dataFolder: string): void {
  if (!existsSync(join(dataFolder, RESTORING))) return;
  throw new DatabaseUnreadable(
    `A restore into ${dataFolder} was cut short. Run \`sevenfold restore\` with --replace again: ` +
      "until then nothing starts on half of it.",
  );
}

/** Whether there is one, which may be one that cannot be opened. */
export const hasDatabase = (dataFolder: string): boolean => isMade(databaseIn(dataFolder));

const databaseIn = (dataFolder: string): string => join(dataFolder, "database");

/** For tests: a database that is gone with the process. */
export async function openMemoryDatabase(): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create();
  return { pglite, close: () => pglite.close() };
}

async function openOrMake(
  folder: string,
  { beginsAnew = false }: EmbeddedChoice,
): Promise<{ readonly pglite: PGlite; readonly setAside?: string }> {
  if (!isMade(folder)) return { pglite: await make(folder) };
  try {
    refuseOtherVersion(folder);
    return { pglite: await open(folder) };
  } catch (error) {
    if (!beginsAnew) throw unreadable(folder, error);
    const setAside = `${folder}.set-aside-${timestamp()}`;
    renameSync(folder, setAside);
    return { pglite: await make(folder), setAside };
  }
}

/** Present from before the first file until the database is whole: what a crash left then holds nothing. */
const markerOf = (folder: string): string => `${folder}.making`;

/** For whoever puts a whole database in this place: what a crash left of another's making is said of it no more. */
export const forgetMaking = (folder: string): void => rmSync(markerOf(folder), { force: true });

const isMade = (folder: string): boolean =>
  !existsSync(markerOf(folder)) && existsSync(folder) && 0 < readdirSync(folder).length;

async function make(folder: string): Promise<PGlite> {
  const marker = markerOf(folder);
  if (existsSync(marker)) rmSync(folder, { recursive: true, force: true });
  writeFileSync(marker, "");
  const pglite = await open(folder);
  rmSync(marker);
  return pglite;
}

async function open(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create(folder, { relaxedDurability: false });
  await pglite.query("SELECT 1");
  return pglite;
}

/** PGlite throws whatever its inner PostgreSQL left, which is not always an Error. */
function unreadable(folder: string, error: unknown): DatabaseUnreadable {
  if (error instanceof DatabaseUnreadable) return error;
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
  return new DatabaseUnreadable(
    `The database in ${folder} cannot be opened: ${reason}. Nothing was changed. Bring a backup ` +
      "back with `sevenfold restore`, or start once with --begin-anew, which moves the folder " +
      "aside and begins with an empty database.",
    { cause: error },
  );
}

function refuseOtherVersion(folder: string): void {
  const path = join(folder, "PG_VERSION");
  if (!existsSync(path)) return;
  const version = readFileSync(path, "utf8").trim();
  if (version !== "" && version !== POSTGRES_MAJOR)
    throw new DatabaseUnreadable(
      `The database in ${folder} was written by PostgreSQL ${version}; ` +
        `this program reads version ${POSTGRES_MAJOR}. Nothing was changed.`,
    );
}

async function requireRoom(dataFolder: string): Promise<void> {
  const room = await roomIn(dataFolder);
  if (room === undefined || ROOM_BYTES_MIN <= room) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
  throw new DiskFull(
    `The disk of ${dataFolder} has ${megabytes(room)} MB left, and the embedded database needs ` +
      `${megabytes(ROOM_BYTES_MIN)} to work. Nothing was changed: make room and start again.`,
  );
}

const timestamp = (): string => new Date().toISOString().replace(/[:.]/g, "-");
