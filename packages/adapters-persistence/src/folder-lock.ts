import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { processStart } from "./process-start.ts";

/** Another process, or this one a second time, has the folder open. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

interface Holder {
  readonly pid: number;
  /** As `processStart` tells it. */
  readonly startedAt: string;
  readonly isReleased: boolean;
}

/**
 * Takes the folder for this process alone, or throws `FolderInUse` and touches nothing.
 *
 * The lock is a file beside the folder, `<folder>.lock.<number>`, and the highest number rules. A
 * file is made whole in one step (by a link, which fails when the name exists), is taken over by
 * making the next number, and is removed only by the holder of a higher one. So numbers never go
 * back, and of two who find a dead holder at the same moment one gets the folder.
 */
export function lockFolder(folder: string): { release(): void } {
  for (;;) {
    const newest = newestNumber(folder);
    const holder = newest === 0 ? undefined : holderOf(lockPath(folder, newest));
    if (holder && isHeld(holder)) throw inUse(folder, holder);
    const own = newest + 1;
    if (!claim(folder, own)) continue;
    if (newestNumber(folder) !== own) {
      // Somebody read the folder later than we did, and is ahead.
      rmSync(lockPath(folder, own), { force: true });
      continue;
    }
    for (const older of numbersOf(folder).filter((number) => number < own))
      rmSync(lockPath(folder, older), { force: true });
    return { release: () => replace(lockPath(folder, own), self(true)) };
  }
}

const lockPath = (folder: string, number: number): string => `${folder}.lock.${number}`;
const newestNumber = (folder: string): number => Math.max(0, ...numbersOf(folder));

function numbersOf(folder: string): readonly number[] {
  const prefix = `${basename(folder)}.lock.`;
  return readdirSync(dirname(folder))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((rest) => /^\d{1,15}$/.test(rest))
    .map(Number);
}

/** Undefined when the file went away, or says nothing we wrote: then nobody holds it. */
function holderOf(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

const isHeld = ({ pid, startedAt, isReleased }: Holder): boolean =>
  !isReleased && processStart(pid) === startedAt;

const self = (isReleased: boolean): Holder => ({
  pid: process.pid,
  startedAt: processStart(process.pid) ?? "unknown",
  isReleased,
});

function claim(folder: string, number: number): boolean {
  const draft = draftBeside(folder, self(false));
  try {
    linkSync(draft, lockPath(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const replace = (path: string, holder: Holder): void => renameSync(draftBeside(path, holder), path);

function draftBeside(path: string, holder: Holder): string {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(holder), { flag: "wx" });
  return draft;
}

function inUse(folder: string, { pid }: Holder): FolderInUse {
  const who = pid === process.pid ? "This process" : `Process ${pid}`;
  return new FolderInUse(
    `${who} has the database in ${folder} open, and only one process may. ` +
      "Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.",
  );
}
