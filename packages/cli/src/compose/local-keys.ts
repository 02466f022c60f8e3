import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ConfigurationError } from "./configuration.ts";

export const KEY_BYTES = 32;

/**
 * A key of 32 bytes in a file of our own that only its owner may read. The file is made on first use
 * and never replaced. Its first line is the key.
 */
export async function localKey(place: {
  readonly folder: string;
  readonly name: string;
}): Promise<Buffer> {
  const path = join(place.folder, place.name);
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  await make(path).catch((error: NodeJS.ErrnoException) => {
    // Of two processes that start at once, one makes it and both read it.
    if (error.code !== "EEXIST") throw error;
  });
  await chmod(path, 0o600);
  const [first = ""] = (await written(path)).split("\n");
  return keyFrom(first, path);
}

/** On the disk before anything is sealed with it. */
async function make(path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES).toString("base64"));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** So long another process may take from making the file to having written it. */
const WRITTEN_WITHIN_MS = 2_000;
const LOOK_MS = 20;

async function written(path: string): Promise<string> {
  for (let waitedMs = 0; waitedMs < WRITTEN_WITHIN_MS; waitedMs += LOOK_MS) {
    const text = await readFile(path, "utf8");
    if (text !== "") return text;
    await setTimeout(LOOK_MS);
  }
  throw new ConfigurationError(
    `${path} is empty. Where it never held a key, delete it and start again; else bring it back from a backup: what was sealed with it cannot be read without.`,
  );
}

/** The key as it was written down, by whatever is called `source`. */
export function keyFrom(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === KEY_BYTES) return key;
  throw new ConfigurationError(
    `${source} must hold ${KEY_BYTES} bytes in base64, not ${key.length}.`,
  );
}
