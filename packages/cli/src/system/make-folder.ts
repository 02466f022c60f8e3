import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it, one by one: Node's own recursive way never ends on a file
 * system that has no room for folders, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if (codeOf(error) !== "ENOENT" || parent === path) throw error;
    // It may be there by now: somebody else made it.
    if (!(await isFolder(parent))) await makeFolder(parent);
    await makeBelow(path);
  }
}

async function makeBelow(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!(await isFolder(path))) throw error;
  }
}

/** Makes nothing: throws where `makeFolder` or writing into its folder is sure to fail. */
export async function checkFolder(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== "ENOENT" || parent === path) throw error;
    return checkFolder(parent);
  }
  // A file is no folder: of "file/." the system says so itself.
  await access(`${path}/.`, constants.W_OK | constants.X_OK);
}

/** What the system calls a failure: "EACCES". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

const REASONS: Record<string, string> = {
  EACCES: "writing is not permitted",
  EPERM: "writing is not permitted",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "a file of that name is in the way",
  EISDIR: "a folder of that name is in the way",
  ENOTDIR: "a file is in the way",
  ENOENT: "no folder can be made there",
  ENAMETOOLONG: "the name is too long",
};

/** Why nothing can be written at a place, in words; undefined where the system did not say. */
export function writeReasonOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : (REASONS[code] ?? code);
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
