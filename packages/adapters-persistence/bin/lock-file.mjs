// Runs under whatever Node there is, before anything is installed or built: only node: builtins.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";

/**
 * Takes the lock for this process and answers what gives it back; or says which process has it, and
 * touches nothing.
 *
 * The lock is a file, `<path>.<number>`, and the highest number rules. A file is made whole in one
 * step (by a link, which fails when the name exists), is taken over by making the next number, and is
 * removed only by the holder of a higher one. So numbers never go back, and of many who find a dead
 * holder at the same moment one gets the lock. A holder also answers on a socket beside the file, for
 * those in another container, to whom its process id says nothing.
 */
export function takeLock(path) {
  const voice = openVoice(path);
  try {
    const taken = takenBy(path, voice);
    if (taken.heldBy !== undefined) voice.close();
    return taken;
  } catch (error) {
    voice.close();
    throw error;
  }
}

function takenBy(path, voice) {
  for (;;) {
    const newest = newestNumber(path);
    const holder = newest === 0 ? undefined : holderOf(`${path}.${newest}`);
    if (holder && isHeld(path, holder)) return { heldBy: holder.pid };
    const own = newest + 1;
    if (!isClaimed(path, own, voice)) continue;
    if (newestNumber(path) !== own) {
      // Somebody read the folder later than we did, and is ahead.
      rmSync(`${path}.${own}`, { force: true });
      continue;
    }
    for (const older of numbersOf(path).filter((number) => number < own))
      removeLeft(`${path}.${older}`);
    return {
      release() {
        giveBack(path, own);
        voice.close();
      },
    };
  }
}

/** Whoever died leaves its socket too. */
function removeLeft(file) {
  const { socket } = holderOf(file) ?? {};
  if (socket !== undefined) rmSync(join(dirname(file), socket), { force: true });
  rmSync(file, { force: true });
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

function isHeld(path, { isReleased, pid, socket, space, startedAt }) {
  if (isReleased) return false;
  if (socket !== undefined && space !== ownSpace()) return isHeard(join(dirname(path), socket));
  return processStart(pid) === startedAt;
}

const self = (isReleased) => ({
  pid: process.pid,
  startedAt: processStart(process.pid) ?? "unknown",
  space: ownSpace(),
  isReleased,
});

/** Where process ids mean what they mean here, as Linux names it; each container has its own. */
function ownSpace() {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

/** A longer path is cut where a socket is made: a byte or two less than what a kernel takes. */
const SOCKET_PATH_MAX = 100;

/** Listens for as long as the process lives, where there are containers and the folder takes sockets. */
function openVoice(path) {
  const socket = `.${basename(path)}.${randomUUID().slice(0, 8)}`;
  const address = join(dirname(path), socket);
  if (ownSpace() === undefined || SOCKET_PATH_MAX < Buffer.byteLength(address))
    return { close: () => undefined };
  const server = createServer((caller) => caller.destroy()).on("error", () => undefined);
  server.listen(address).unref();
  return { ...(server.listening && { socket }), close: () => server.close() };
}

/** Ends with 1 where nobody listens any more. Who may not ask is told no different from who is answered. */
const ASK = `require("node:net").connect(process.argv[1])
  .on("connect", () => process.exit(0))
  .on("error", ({ code }) => process.exit(code === "ECONNREFUSED" || code === "ENOENT" ? 1 : 0))`;
const ASKED_WITHIN_MS = 10_000;

function isHeard(address) {
  try {
    const options = { env: {}, stdio: "ignore", timeout: ASKED_WITHIN_MS };
    execFileSync(process.execPath, ["-e", ASK, address], options);
    return true;
  } catch ({ status }) {
    return status !== 1;
  }
}

function isClaimed(path, number, { socket }) {
  const draft = draftBeside(path, { ...self(false), socket });
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
