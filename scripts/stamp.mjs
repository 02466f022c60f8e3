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
import { dirname, join, relative } from "node:path";
import { inRoot, root } from "./workspace.mjs";

/**
 * A hash over the content of files and folders, by paths from the root. What does not exist counts
 * as absent, so its appearing changes the hash. `salt` is anything else the result depends on.
 */
export function fingerprint(paths, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap((path) => filesUnder(inRoot(path))).sort()) {
    hash.update(`\0${relative(root, file)}\0`).update(digestOf(file));
  }
  return hash.digest("hex");
}

/** By path: many products are made of the same files, and each is read once. */
const digests = new Map();

function digestOf(file) {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(readFileSync(file)).digest();
  digests.set(file, digest);
  return digest;
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

export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "node_modules" && name !== "dist")
    .flatMap((name) => filesUnder(join(path, name)));
}
