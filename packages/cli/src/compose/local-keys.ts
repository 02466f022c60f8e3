import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  const made = randomBytes(KEY_BYTES).toString("base64");
  try {
    // Exclusive: of two processes that start at once, one makes it and both read it.
    await writeFile(path, made, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  await chmod(path, 0o600);
  const [first = ""] = (await readFile(path, "utf8")).split("\n");
  return keyFrom(first, path);
}

/** The key as it was written down, by whatever is called `source`. */
export function keyFrom(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === KEY_BYTES) return key;
  throw new ConfigurationError(
    `${source} must hold ${KEY_BYTES} bytes in base64, not ${key.length}.`,
  );
}
