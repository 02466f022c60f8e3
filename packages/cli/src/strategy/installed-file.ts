import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { InstalledStrategy } from "@sevenfold/application/ports/stores/account";

const FOLDER = "strategies";

/** Where the file of an installed strategy lies: under its hash, so that another never takes its place. */
export const installedPath = (
  dataFolder: string,
  { name, sha256 }: Pick<InstalledStrategy, "name" | "sha256">,
): string => join(dataFolder, FOLDER, `${sha256}${extname(name)}`);

/** Keeps a strategy's bytes in the data folder. It appears whole or not at all. */
export async function keepInstalled(
  dataFolder: string,
  strategy: Pick<InstalledStrategy, "name" | "sha256">,
  bytes: Uint8Array,
): Promise<void> {
  const place = installedPath(dataFolder, strategy);
  await mkdir(join(dataFolder, FOLDER), { recursive: true, mode: 0o700 });
  const draft = `${place}.${process.pid}.partial`;
  await writeFile(draft, bytes, { mode: 0o600, flush: true });
  await rename(draft, place);
}

/** The text of an installed strategy, or why there is none to be trusted, in a sentence. */
export async function readInstalled(
  dataFolder: string,
  strategy: Pick<InstalledStrategy, "name" | "sha256">,
): Promise<{ readonly text: string } | { readonly missing: string }> {
  const { name, sha256 } = strategy;
  const bytes = await readFile(installedPath(dataFolder, strategy)).catch(() => undefined);
  if (bytes === undefined)
    return { missing: `${name} is not in the strategies of this data folder; install it again.` };
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256)
    return {
      missing: `${name} was changed since it was installed: its hash is ${found.slice(0, 12)}…, not ${sha256.slice(0, 12)}…; install it again.`,
    };
  return { text: bytes.toString("utf8") };
}
