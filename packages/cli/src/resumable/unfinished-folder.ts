import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** In the folder of runs: hidden, and no run's name. */
export const UNFINISHED = ".unfinished";
/** Work that nobody goes on with is forgotten once there is so much that was begun later. */
const KEPT_MAX = 20;

/** Forgets what was left lying longest, so that no more than so many lie there. Never `own`. */
export async function forgetOldest(parent: string, own: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const others = names.map((name) => join(parent, name)).filter((folder) => folder !== own);
  if (others.length < KEPT_MAX) return;
  const dated = await Promise.all(
    others.map(async (folder) => ({
      folder,
      at: await stat(folder).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const oldest = dated.sort((one, other) => one.at - other.at).slice(0, 1 - KEPT_MAX);
  for (const { folder } of oldest) await rm(folder, { recursive: true, force: true });
}
