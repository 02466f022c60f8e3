import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { delimiterSaid } from "./csv-line.ts";
import { plainBytes, STANDARD_INPUT } from "./file-bytes.ts";
import { textOf } from "./utf16-text.ts";

const LINE_BYTES_MAX = 40_000;
const TEXT = /\.(csv|txt|tsv)(\.gz|\.bz2|\.zst)?$/i;

/**
 * The first line of a text, packed or not, that has anything in it but the delimiter's name; undefined of
 * what is no text by its name.
 */
export async function firstLineOf(path: string): Promise<string | undefined> {
  if (path === STANDARD_INPUT || !TEXT.test(path) || (await stat(path)).isDirectory())
    return undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of plainBytes(path, createHash("sha256"))) {
    head = Buffer.concat([head, chunk.subarray(0, LINE_BYTES_MAX)]);
    const whole = head.subarray(0, head.lastIndexOf("\n") + 1);
    if (LINE_BYTES_MAX <= head.length || headerIn(whole) !== undefined) break;
  }
  return headerIn(head);
}

const headerIn = (bytes: Buffer): string | undefined =>
  textOf(bytes)
    .split(/\r?\n/)
    .find((line) => line.trim() !== "" && delimiterSaid(line) === undefined);
