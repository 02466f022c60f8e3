import { randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Someone else holds the file. */
export class ExchangeLocked extends Error {
  override readonly name = "ExchangeLocked";
}

const ATTEMPTS_MAX = 1_000;

/**
 * Takes the lock for this process, or throws ExchangeLocked naming the process that has it. A lock
 * whose process is gone is taken over. Returns the function that gives it back.
 *
 * The lock is the file `<path>.<number>` of the highest number. A file appears whole, by a link that
 * fails when the name exists; a dead or released lock is succeeded by making the next number; and
 * only who holds a higher number removes a file. Numbers therefore never go back, and of any count
 * of processes that find the same dead holder exactly one gets the next number and keeps it.
 */
export function takeLockFile(path: string): () => void {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const newest = newestNumber(path);
    const holder = newest === 0 ? undefined : textOf(`${path}.${newest}`);
    if (holder !== undefined && isAlive(holder))
      throw new ExchangeLocked(
        `${path} is held by process ${holder.split(" ")[0]}: one exchange at a time may use its journal.`,
      );
    const own = newest + 1;
    if (!claimed(path, own)) continue;
    if (newestNumber(path) === own) {
      for (const number of numbersOf(path)) if (number < own) removed(`${path}.${number}`);
      return () => replaced(`${path}.${own}`, RELEASED);
    }
    // Whoever is ahead read the folder after us.
    removed(`${path}.${own}`);
  }
  throw new ExchangeLocked(`${path} changes hands too fast to be taken.`);
}

/** The owner of a lock that was given back: no process has this id. */
const RELEASED = "0 released";

const newestNumber = (path: string): number => Math.max(0, ...numbersOf(path));

function numbersOf(path: string): readonly number[] {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((rest) => /^\d{1,15}$/.test(rest))
    .map(Number);
}

/** Linking either makes the name or fails: no moment lies between looking and taking. */
function claimed(path: string, number: number): boolean {
  const draft = draftBeside(path, ownerText(process.pid));
  try {
    linkSync(draft, `${path}.${number}`);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    removed(draft);
  }
}

const replaced = (path: string, text: string): void => renameSync(draftBeside(path, text), path);
const removed = (path: string): void => rmSync(path, { force: true });

function draftBeside(path: string, text: string): string {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  writeFileSync(draft, text, { flag: "wx" });
  return draft;
}

/** Undefined when the file went away in between. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A process id alone is reused after a reboot; with the moment it started it is not. */
const ownerText = (pid: number): string => `${pid} ${startOf(pid)}`;

function isAlive(owner: string): boolean {
  const pid = Number(owner.split(" ")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
  return ownerText(pid) === owner;
}

/** The kernel's start time of a process where /proc has it, else a constant. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 22; the second field may hold spaces but ends with the last parenthesis.
    return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "?"}`;
  } catch {
    return "?";
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
