import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { inputFailure } from "../failure.ts";
import { readJson } from "./read-json.ts";
import { RunConfig } from "./run-schema.ts";

/**
 * The folder a word means: a path, a folder in `runs`, or `latest`, the one begun last.
 * Throws a `Failure` when there is none.
 */
export async function findRun(word: string, runs: string): Promise<string> {
  for (const path of [word, join(runs, word)])
    if (await isFile(join(path, "config.json"))) return path;
  const names = (await readdir(runs).catch(() => [])).filter((name) => /^\d{4}-/.test(name)).sort();
  if (word === "latest" && names.length !== 0) return join(runs, names.at(-1)!);
  throw inputFailure(
    `there is no run ${word}; give the folder of one, its name in ${runs}, or "latest"${names.length === 0 ? "" : `, which is ${names.at(-1)}`}`,
  );
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** What the run in a folder was asked. */
export const readConfig = (folder: string): Promise<RunConfig> =>
  readJson(join(folder, "config.json"), RunConfig);
