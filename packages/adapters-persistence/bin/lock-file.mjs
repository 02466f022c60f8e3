// Runs under whatever Node there is, before anything is installed or built: only node: builtins.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Takes the lock for this process and answers what gives it back; or says which process has it, and
 * touches nothing.
 *
 * The lock is a file, `<path>.<number>`, and the highest number rules. A file is made whole in one
 * step (by a link, which fails when the name exists), is taken over by making the next number, and is
 * removed only by the holder of a higher one. So numbers never go back, and of many who find a dead
 * holder at the same moment one gets the lock.
 */
export function takeLock(path) {
  for (;;) {
    const newest = newestNumber(path);
    const holder = newest === 0 ? undefined : holderOf(`${path}.${newest}`);
    if (holder && isHeld(holder)) return { heldBy: holder.pid };
    const own = newest + 1;
    if (!isClaimed(path, own)) continue;
    if (newestNumber(path) !== own) {
      // Somebody read the folder later than we did, and is ahead.
      rmSync(`${path}.${own}`, { force: true });
      continue;
    }
    for (const older of numbersOf(path).filter((number) => number < own))
      rmSync(`${path}.${older}`, { force: true });
    return { release: () => giveBack(path, own) };
  }
}

/**
 * When the process with this id began, as text that only equality is asked of; undefined when there
 * is no such process. A process id alone proves nothing: after a crash another program may have it.
 */
export function processStart(pid) {
  if (!isAlive(pid)) return undefined;
  return linuxStart(pid) ?? unixStart(pid) ?? "unknown";
}

const newestNumber = (path) => Math.max(0, ...numbersOf(path));

const numbersOf = (path) =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`))
    .map((name) => name.slice(basename(path).length + 1))
    .filter((rest) => /^\d{1,15}$/.test(rest))
    .map(Number);

/** Undefined when the file went away, or says nothing we wrote: then nobody holds it. */
function holderOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const isHeld = ({ pid, startedAt, isReleased }) => !isReleased && processStart(pid) === startedAt;

const self = (isReleased) => ({
  pid: process.pid,
  startedAt: processStart(process.pid) ?? "unknown",
  isReleased,
});

function isClaimed(path, number) {
  const draft = draftBeside(path, self(false));
  try {
    linkSync(draft, `${path}.${number}`);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function giveBack(path, own) {
  try {
    renameSync(draftBeside(path, self(true)), `${path}.${own}`);
  } catch {
    // On a full disk: a file that says nothing is nobody's, and takes no room.
    truncateSync(`${path}.${own}`);
  }
}

function draftBeside(path, holder) {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    writeFileSync(draft, JSON.stringify(holder), { flag: "wx" });
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return draft;
}

function isAlive(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but somebody else's.
    return error.code === "EPERM";
  }
}

/** Ticks since boot, with the boot they count from. */
function linuxStart(pid) {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command stands in brackets and may hold any character; field 22 is the 20th after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function unixStart(pid) {
  try {
    const options = { encoding: "utf8", timeout: 2_000, env: { LC_ALL: "C" } };
    return execFileSync("/bin/ps", ["-o", "lstart=", "-p", String(pid)], options).trim();
  } catch {
    return undefined;
  }
}
