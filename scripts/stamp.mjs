import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "./digests.mjs";
import { fromRoot, inRoot } from "./workspace.mjs";

/**
 * A hash over the content of files and folders, by paths from the root. What does not exist counts
 * as absent, so its appearing changes the hash. `salt` is anything else the result depends on.
 */
export function fingerprint(paths, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap((path) => filesUnder(inRoot(path))).sort()) {
    hash.update(`\0${fromRoot(file)}\0`).update(digestOf(file));
  }
  return hash.digest("hex");
}

/** Kept in node_modules: npm ci empties it, and with it what was remembered. */
const stampFile = (name) => inRoot("node_modules", ".sevenfold", name.replaceAll(" ", "-"));

export function isStamped(name, value) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, "utf8") === value;
}

export function stamp(name, value) {
  const file = stampFile(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}

/** Forgets the stamp, and answers whether there was one. */
export function unstamp(name) {
  const file = stampFile(name);
  const was = existsSync(file);
  rmSync(file, { force: true });
  return was;
}

/** By folder: many products are made of the same ones, and each is listed once. */
const listed = new Map();

export function filesUnder(path) {
  const known = listed.get(path);
  if (known !== undefined) return known;
  if (!existsSync(path)) return [];
  const files = statSync(path).isDirectory() ? filesIn(path) : [path];
  listed.set(path, files);
  return files;
}

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isFile() ? [path] : filesUnder(path);
    });
