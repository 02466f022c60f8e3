import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usageFailure } from "../failure.ts";
import { checkFolder, codeOf, makeFolder, writeReasonOf } from "../system/make-folder.ts";

/** A text by the name of its file. */
export type RunFiles = Readonly<Record<string, string>>;

/** Runs that may have one name, as when a clock stands still. */
const NAMES_TRIED = 1_000;

/** Makes more of the files once they are written, in their folder. */
export type FinishRun = (folder: string, files: RunFiles) => Promise<void>;

/**
 * Makes the folder `name` in `parent`, with `-2` and on where the name is taken, and answers its
 * path. The folder appears with all of its files or not at all.
 */
export async function keepRun(
  parent: string,
  name: string,
  files: RunFiles,
  finish?: FinishRun,
): Promise<string> {
  const draft = await draftFolder(parent, name);
  try {
    for (const [file, text] of Object.entries(files)) await writeFile(join(draft, file), text);
    await finish?.(draft, files);
    for (let attempt = 1; attempt <= NAMES_TRIED; attempt++) {
      const folder = join(parent, attempt === 1 ? name : `${name}-${attempt}`);
      if (await isMoved(draft, folder)) return folder;
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw writeFailureOf(error, parent);
  }
  await rm(draft, { recursive: true, force: true });
  throw usageFailure(`${parent} has ${NAMES_TRIED} runs named ${name}; --out takes another folder`);
}

/** Makes nothing: says before any work what `keepRun` would say after it, as far as can be known. */
export async function checkParent(parent: string): Promise<void> {
  try {
    await checkFolder(parent);
  } catch (error) {
    throw writeFailureOf(error, parent);
  }
}

/** Makes the folder that runs are kept in, before the work whose run it is for. */
export async function readyParent(parent: string): Promise<void> {
  try {
    await makeFolder(parent);
    await checkFolder(parent);
  } catch (error) {
    throw writeFailureOf(error, parent);
  }
}

async function draftFolder(parent: string, name: string): Promise<string> {
  try {
    await makeFolder(parent);
    const draft = join(parent, `.${name}.${process.pid}`);
    await mkdir(draft);
    return draft;
  } catch (error) {
    throw writeFailureOf(error, parent);
  }
}

async function isMoved(draft: string, folder: string): Promise<boolean> {
  try {
    await rename(draft, folder);
    return true;
  } catch (error) {
    if (TAKEN.has(codeOf(error) ?? "")) return false;
    throw error;
  }
}

const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR", "EPERM"]);

function writeFailureOf(error: unknown, parent: string): unknown {
  const reason = writeReasonOf(error);
  if (reason === undefined) return error;
  return usageFailure(
    `cannot keep the run in ${parent}: ${reason}; --out takes another folder, --no-run-folder keeps nothing`,
  );
}
