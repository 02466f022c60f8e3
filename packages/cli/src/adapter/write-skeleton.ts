import { stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { usageFailure } from "../failure.ts";
import { makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { type SkeletonProtocol, skeletonFiles } from "./skeleton-files.ts";

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const NAME_CHARACTERS_MAX = 32;

export interface WrittenSkeleton {
  readonly place: string;
  /** Whether the packages it imports are found from there. */
  readonly findsImports: boolean;
}

/** Writes a new adapter into a folder of its own, and answers where. */
export async function writeSkeleton(
  name: string,
  { folder, protocol }: { readonly folder: string; readonly protocol: SkeletonProtocol },
): Promise<WrittenSkeleton> {
  if (!NAME.test(name) || NAME_CHARACTERS_MAX < name.length)
    throw usageFailure(`${name} is no name for an adapter; it is lower-case, such as my-firm`);
  const place = join(folder, `${name}-broker`);
  if (await isThere(place)) throw usageFailure(`${place} is there already; nothing was written`);
  try {
    await makeFolder(place);
    for (const { path, text } of skeletonFiles(name, protocol))
      await writeFile(join(place, path), text);
  } catch (error) {
    throw usageFailure(`cannot write ${place}: ${writeReasonOf(error)}; --in takes another folder`);
  }
  return { place, findsImports: await findsImports(resolve(place)) };
}

/** As Node looks for packages: in the node_modules of the folder and of all above it. */
async function findsImports(folder: string): Promise<boolean> {
  if (await isThere(join(folder, "node_modules", "@sevenfold", "adapters-broker"))) return true;
  const parent = dirname(folder);
  return parent !== folder && findsImports(parent);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
