import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fromRoot, inRoot } from "./workspace.mjs";

/*
 * What files' contents hash to, kept from one start to the next: reading and hashing every source
 * takes longer than most commands. A file whose size or times are others is read anew.
 */

const KEPT = inRoot("node_modules", ".sevenfold", "digests.json");
/** Changed so shortly ago, a file may be changed again without its times showing it. */
const SETTLED_MS = 2_000;

/** By path: many products are made of the same files, and each is looked at once. */
const known = new Map();
let kept;
let hasNew = false;

/** A SHA-256 of the file's content. */
export function digestOf(file) {
  const before = known.get(file);
  if (before !== undefined) return before;
  // First the times, then the content: what changes in between has other times the next time.
  const { ctimeMs, ino, mtimeMs, size } = statSync(file);
  const mark = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  const path = fromRoot(file);
  kept ??= readKept();
  const [marked, digest] = kept.get(path) ?? [];
  const found = marked === mark ? Buffer.from(digest, "base64") : hashed(file);
  known.set(file, found);
  if (marked !== mark && Math.max(ctimeMs, mtimeMs) + SETTLED_MS < Date.now()) {
    kept.set(path, [mark, found.toString("base64")]);
    hasNew = true;
  }
  return found;
}

const hashed = (file) => createHash("sha256").update(readFileSync(file)).digest();

/** Keeps what was found for the next process. Without it that one reads everything. */
export function keepDigests() {
  if (!hasNew) return;
  hasNew = false;
  const draft = `${KEPT}.${process.pid}`;
  try {
    mkdirSync(dirname(KEPT), { recursive: true });
    writeFileSync(draft, JSON.stringify([...kept]));
    renameSync(draft, KEPT);
  } catch {
    // A full disk, or a folder that cannot be written: it was for speed alone.
    rmSync(draft, { force: true });
  }
}

function readKept() {
  try {
    const rows = JSON.parse(readFileSync(KEPT, "utf8"));
    const isRow = ([path, [mark, digest]]) =>
      [path, mark, digest].every((each) => typeof each === "string");
    return new Map(rows.every(isRow) ? rows : []);
  } catch {
    // None yet, or not whole.
    return new Map();
  }
}
