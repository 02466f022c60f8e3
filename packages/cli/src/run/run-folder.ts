import { access, constants, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usageFailure } from "../failure.ts";

/** A text by the name of its file. */
export type RunFiles = Readonly<Record<string, string>>;

/** Runs that may begin within one second under one name. */
const NAMES_TRIED = 1_000;

/**
 * Makes the folder `name` in `parent`, with `-2` and on where the name is taken, and answers its
 * path. The folder appears with all of its files or not at all.
 */
export async function keepRun(parent: string, name: string, files: RunFiles): Promise<string> {
  const draft = await draftFolder(parent, name);
  try {
    for (const [file, text] of Object.entries(files)) await writeFile(join(draft, file), text);
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

/** Makes the folder that runs are kept in; says before a long run what `keepRun` would say after it. */
export async function readyParent(parent: string): Promise<void> {
  try {
    await mkdir(parent, { recursive: true });
    await access(parent, constants.W_OK);
  } catch (error) {
    throw writeFailureOf(error, parent);
  }
}

async function draftFolder(parent: string, name: string): Promise<string> {
  try {
    await mkdir(parent, { recursive: true });
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

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

const REASONS: Record<string, string> = {
  EACCES: "writing is not permitted",
  EPERM: "writing is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "a file of that name is in the way",
  ENOTDIR: "a file is in the way",
};

function writeFailureOf(error: unknown, parent: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return usageFailure(
    `cannot keep the run in ${parent}: ${REASONS[code] ?? code}; --out takes another folder, --no-run-folder keeps nothing`,
  );
}
