import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths of the .ts and .tsx files under a folder; one `*` stands for any folder name. */
export function sourceFiles(pattern: string): string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return filesUnder(pattern).filter((path) => /\.tsx?$/.test(path));
  return readdirSync(before).flatMap((name) => sourceFiles(`${before}${name}${after}`));
}

/** Everything below a folder, but for what is made rather than written. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name).replaceAll("\\", "/");
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}

/** Folders that no one writes by hand and that a fresh clone has not. */
export const MADE: ReadonlySet<string> = new Set([
  ".git",
  "coverage",
  "data",
  "dist",
  "node_modules",
  "runs",
]);

// Strings come first, so that a "//" inside one does not open a comment.
const STRING_OR_COMMENT =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

export const withoutComments = (source: string): string =>
  source.replace(STRING_OR_COMMENT, (_all, string: string | undefined) => string ?? " ");

const IMPORT = new RegExp(
  [
    /(?:^|;)\s*(?:import|export)\b[^"'`;()]*?\bfrom\s*["']([^"']+)["']/,
    /(?:^|;)\s*import\s*["']([^"']+)["']/,
    /\bimport\(\s*["']([^"']+)["']/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

/** What a file imports or re-exports, statically or on demand. Give it code without comments. */
export const importsOf = (code: string): string[] =>
  [...code.matchAll(IMPORT)].map(([, from, bare, onDemand]) => from ?? bare ?? onDemand ?? "");
