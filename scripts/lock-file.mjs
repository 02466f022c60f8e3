import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";

/** What a holder leaves that gave the lock back. No process has this id. */
const NOBODY = "0";

/**
 * Takes the lock for this process, and answers what gives it back; undefined while another process
 * that lives has it.
 *
 * The lock is a file, `<path>.<number>`, and the highest number rules. It is taken over by making the
 * next number, whole and in one step, and is removed only by the holder of a higher one: so of many
 * who find a dead holder at the same moment one gets it. A data folder is locked the same way, in
 * packages/adapters-persistence/src/folder-lock.ts, which is not built yet where this runs.
 */
export function takeLock(path) {
  for (;;) {
    const newest = newestNumber(path);
    if (0 < newest && isHeld(`${path}.${newest}`)) return undefined;
    const own = `${path}.${newest + 1}`;
    if (!claimed(own)) continue;
    if (newestNumber(path) === newest + 1) {
      for (const older of numbersOf(path).filter((number) => number <= newest))
        rmSync(`${path}.${older}`, { force: true });
      return () => renameSync(draftOf(own, NOBODY), own);
    }
    // Somebody looked later than we did, and is ahead.
    rmSync(own, { force: true });
  }
}

const newestNumber = (path) => Math.max(0, ...numbersOf(path));

const numbersOf = (path) =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`))
    .map((name) => name.slice(basename(path).length + 1))
    .filter((rest) => /^\d{1,15}$/.test(rest))
    .map(Number);

function isHeld(file) {
  try {
    const pid = readFileSync(file, "utf8");
    if (pid !== NOBODY) process.kill(Number(pid), 0);
    return pid !== NOBODY;
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error.code === "EPERM";
  }
}

function claimed(file) {
  const draft = draftOf(file, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function draftOf(file, content) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content, { flag: "wx" });
  return draft;
}
