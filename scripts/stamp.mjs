import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inRoot, root } from "./workspace.mjs";

/**
 * A hash over the content of files and folders, by paths from the root. What does not exist counts
 * as absent, so its appearing changes the hash. `salt` is anything else the result depends on.
 */
export function fingerprint(paths, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap((path) => filesUnder(inRoot(path))).sort()) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
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

export function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => name !== "node_modules" && name !== "dist")
    .flatMap((name) => filesUnder(join(path, name)));
}
