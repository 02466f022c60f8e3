import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";

/** Someone else holds the file. */
export class ExchangeLocked extends Error {
  override readonly name = "ExchangeLocked";
}

const ATTEMPTS_MAX = 5;

/**
 * Takes the lock file for this process, or throws ExchangeLocked naming the process that has it. A
 * lock whose process is gone is taken over. Resolves to the function that gives it back.
 */
export async function takeLockFile(path: string): Promise<() => Promise<void>> {
  const mine = ownerText(process.pid);
  const draft = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  await writeFile(draft, mine);
  try {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (await linked(draft, path)) return () => rm(path, { force: true });
      const holder = await textOf(path);
      if (holder !== undefined && isAlive(holder))
        throw new ExchangeLocked(
          `${path} is held by process ${holder.split(" ")[0]}: one exchange at a time may use its journal.`,
        );
      if (holder !== undefined) await setAside(path, { dead: holder, aside: `${draft}.stale` });
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new ExchangeLocked(`${path} changes hands too fast to be taken.`);
}

/** Linking either makes the name or fails: no moment lies between looking and taking. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Moves a dead lock away; gives it back when another process had replaced it meanwhile. */
async function setAside(
  path: string,
  { dead, aside }: { readonly dead: string; readonly aside: string },
): Promise<void> {
  try {
    await rename(path, aside);
    if ((await textOf(aside)) !== dead) await linked(aside, path);
    await rm(aside, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
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
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 22; the second field may hold spaces but ends with the last parenthesis.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "?";
  } catch {
    return "?";
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;
