import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { lockFolder } from "./folder-lock.ts";

/** PGlite's PostgreSQL. Another major version cannot read its files, and must not try. */
const POSTGRES_MAJOR = "18";

/** The database in the folder cannot be opened. `movedTo` says where its files are kept now. */
export class DatabaseUnreadable extends Error {
  override readonly name = "DatabaseUnreadable";
  readonly movedTo: string | undefined;

  constructor(message: string, movedTo: string | undefined, cause?: unknown) {
    super(message, { cause });
    this.movedTo = movedTo;
  }
}

export interface EmbeddedDatabase {
  readonly pglite: PGlite;
  close(): Promise<void>;
}

/**
 * Opens the database in `<dataFolder>/database`, and makes it where there is none. One process has
 * it at a time: PGlite takes no lock, and a second opener would lose what both have written.
 *
 * Files that exist and cannot be opened are moved aside, never deleted, and the error says where
 * to: starting at once with an empty ledger would be worse than not starting.
 */
export async function openEmbeddedDatabase(dataFolder: string): Promise<EmbeddedDatabase> {
  mkdirSync(dataFolder, { recursive: true });
  const folder = join(dataFolder, "database");
  const lock = lockFolder(folder);
  try {
    const pglite = await openOrMoveAside(folder);
    return {
      pglite,
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

/** For tests: a database that is gone with the process. */
export async function openMemoryDatabase(): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create();
  return { pglite, close: () => pglite.close() };
}

async function openOrMoveAside(folder: string): Promise<PGlite> {
  const isExisting = existsSync(folder) && 0 < readdirSync(folder).length;
  if (isExisting) refuseOtherVersion(folder);
  try {
    return await create(folder);
  } catch (error) {
    if (!isExisting || isDiskTrouble(error)) throw error;
    const movedTo = `${folder}.unreadable-${timestamp()}`;
    renameSync(folder, movedTo);
    throw new DatabaseUnreadable(
      `The database in ${folder} could not be opened. Its files are kept in ${movedTo}; ` +
        "nothing was deleted. The next start begins with an empty database.",
      movedTo,
      error,
    );
  }
}

/** PGlite throws whatever its inner PostgreSQL left, which is not always an Error. */
async function create(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create(folder, { relaxedDurability: false });
  await pglite.query("SELECT 1");
  return pglite;
}

function refuseOtherVersion(folder: string): void {
  const path = join(folder, "PG_VERSION");
  if (!existsSync(path)) return;
  const version = readFileSync(path, "utf8").trim();
  if (version !== "" && version !== POSTGRES_MAJOR)
    throw new DatabaseUnreadable(
      `The database in ${folder} was written by PostgreSQL ${version}; ` +
        `this program reads version ${POSTGRES_MAJOR}. Nothing was changed.`,
      undefined,
    );
}

/** No room, no right, no file handles: the files may be as good as ever. */
const isDiskTrouble = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|EMFILE|ENFILE|EIO)$/.test(
    String((error as { code?: unknown } | undefined)?.code),
  );

const timestamp = (): string => new Date().toISOString().replace(/[:.]/g, "-");
