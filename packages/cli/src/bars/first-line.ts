import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { plainBytes, STANDARD_INPUT } from "./file-bytes.ts";

const LINE_BYTES_MAX = 40_000;
const TEXT = /\.(csv|txt|tsv)(\.gz|\.bz2|\.zst)?$/i;

/** The first line with anything in it of a text, packed or not; undefined of what is no text by its name. */
export async function firstLineOf(path: string): Promise<string | undefined> {
  if (path === STANDARD_INPUT || !TEXT.test(path) || (await stat(path)).isDirectory())
    return undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of plainBytes(path, createHash("sha256"))) {
    head = Buffer.concat([head, chunk.subarray(0, LINE_BYTES_MAX)]);
    if (LINE_BYTES_MAX <= head.length || head.includes("\n")) break;
  }
  return head
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .find((line) => line.trim() !== "");
}
