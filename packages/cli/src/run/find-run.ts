import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { inputFailure } from "../failure.ts";
import { readJson } from "./read-json.ts";
import { RunConfig } from "./run-schema.ts";

export interface FoundRun {
  readonly folder: string;
  readonly config: RunConfig;
}

/**
 * The run a word means: a path, a folder in `runs`, or `latest`, the one begun last. With `kind`
 * it is one of that command. Throws a `Failure` when there is none.
 */
export async function findRun(word: string, runs: string, kind?: string): Promise<FoundRun> {
  for (const folder of [word, join(runs, word)]) {
    const found = await runIn(folder);
    if (found !== undefined) return ofKind(found, kind);
  }
  if (word === "latest")
    for await (const found of latestFirst(runs))
      if (kind === undefined || found.config.command === kind) return found;
  const what =
    word === "latest" && kind !== undefined ? `no ${kind} in ${runs} yet` : `no run ${word}`;
  throw inputFailure(`there is ${what}; give the folder of one, its name in ${runs}, or "latest"`);
}

/** Every name tells the second in which a run began; what the run keeps tells the rest. */
async function* latestFirst(runs: string): AsyncGenerator<FoundRun> {
  const names = (await readdir(runs).catch(() => [])).filter((name) => /^\d{4}-/.test(name));
  const seconds = new Set(names.map(secondOf).sort().reverse());
  for (const second of seconds) {
    const ofSecond = names.filter((name) => secondOf(name) === second);
    const kept = await Promise.all(ofSecond.map((name) => runIn(join(runs, name))));
    const found = kept.filter((each) => each !== undefined);
    yield* found.sort((a, b) => Date.parse(b.config.startedAt) - Date.parse(a.config.startedAt));
  }
}

const secondOf = (name: string): string => name.slice(0, "2026-11-20T14-30-05".length);

function ofKind(found: FoundRun, kind: string | undefined): FoundRun {
  if (kind === undefined || found.config.command === kind) return found;
  throw inputFailure(`${found.folder} holds a ${found.config.command}, not a ${kind}`);
}

/** Undefined of what is no run, as an archive that lies beside them. */
async function runIn(folder: string): Promise<FoundRun | undefined> {
  const config = join(folder, "config.json");
  return (await isFile(config)) ? { folder, config: await readJson(config, RunConfig) } : undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
