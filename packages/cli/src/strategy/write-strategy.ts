import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { usageFailure } from "../failure.ts";
import { makeFolder, writeReasonOf } from "../system/make-folder.ts";
import { SKELETON } from "./strategy-skeleton.ts";

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const NAME_CHARACTERS_MAX = 60;
export const TYPES_FILE = "sevenfold-strategy.d.ts";

/** The types a strategy may use, as they are declared or, beside a clone's sources, written. */
const TYPES = [
  "dist/research/own-strategy/strategy-interface.d.ts",
  "src/research/own-strategy/strategy-interface.ts",
];

/** What a strategy may begin as. */
export const BEGINNINGS = ["cross-over", "crossing", "four-percent", "long-short"] as const;
export type Beginning = (typeof BEGINNINGS)[number];

const exampleOf = (name: Beginning): URL => new URL(`../../examples/${name}.ts`, import.meta.url);

/** Writes a strategy and beside it the types for an editor, and answers where the strategy is. */
export async function writeStrategy(
  name: string,
  folder: string,
  from: Beginning = "cross-over",
): Promise<string> {
  if (!NAME.test(name) || NAME_CHARACTERS_MAX < name.length)
    throw usageFailure(`${name} is no name for a strategy; it is lower-case, such as my-idea`);
  const place = join(folder, `${name}.ts`);
  if (await isThere(place)) throw usageFailure(`${place} is there already; nothing was written`);
  const types = await typesText();
  const text = from === "cross-over" ? SKELETON : await readFile(exampleOf(from), "utf8");
  try {
    await makeFolder(folder);
    await writeFile(place, text, { flag: "wx" });
    await writeFile(join(folder, TYPES_FILE), types);
  } catch (error) {
    throw usageFailure(`cannot write ${place}: ${writeReasonOf(error)}; --in takes another folder`);
  }
  return place;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function typesText(): Promise<string> {
  for (const path of TYPES) {
    const at = new URL(`../../../application/${path}`, import.meta.url);
    const text = await readFile(at, "utf8").catch(() => undefined);
    if (text !== undefined) return text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
  }
  throw new Error("the types of strategies are not in this installation");
}
