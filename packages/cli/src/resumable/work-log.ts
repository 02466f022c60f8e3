import { createHash } from "node:crypto";
import { appendFile, open, stat, truncate } from "node:fs/promises";

/** The length of an entry, 32 bits, and its digest. */
const LENGTH_BYTES = 4;
const DIGEST_BYTES = 32;
const HEAD_BYTES = LENGTH_BYTES + DIGEST_BYTES;
/** Larger than any work keeps: the rows of the largest sweep are some 140 MB. */
const FILE_BYTES_MAX = 2 ** 30;

/**
 * A file that only grows, entry by entry. Each entry carries a digest of itself and of what work it
 * is of: what a kill or a full disk cut off, and what belongs to other work, is never taken for one.
 */
export interface WorkLog {
  readonly entries: readonly Buffer[];
  /** Down to the disk before it answers. */
  append(entry: Uint8Array): Promise<void>;
}

/** Opens the log of one work; of a file that ends in the middle of an entry, cuts that off. */
export async function openWorkLog(path: string, identity: string): Promise<WorkLog> {
  const bytes = await bytesOf(path);
  const { entries, whole } = entriesIn(bytes, identity);
  if (whole < bytes.length) await truncate(path, whole);
  return { entries, append: (entry) => appendTo(path, identity, entry) };
}

/** Begins a log in which nothing is yet. */
export const newWorkLog = (path: string, identity: string): WorkLog => ({
  entries: [],
  append: (entry) => appendTo(path, identity, entry),
});

/** The whole entries that a file begins with, and how many bytes these are. */
export function entriesIn(
  bytes: Buffer,
  identity: string,
): { readonly entries: readonly Buffer[]; readonly whole: number } {
  const entries: Buffer[] = [];
  let whole = 0;
  while (whole + HEAD_BYTES <= bytes.length) {
    const from = whole + HEAD_BYTES;
    const to = from + bytes.readUInt32LE(whole);
    if (bytes.length < to) break;
    const entry = bytes.subarray(from, to);
    const digest = bytes.subarray(whole + LENGTH_BYTES, from);
    if (!digest.equals(digestOf(identity, entry))) break;
    entries.push(entry);
    whole = to;
  }
  return { entries, whole };
}

async function appendTo(path: string, identity: string, entry: Uint8Array): Promise<void> {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(entry.byteLength);
  await appendFile(path, Buffer.concat([length, digestOf(identity, entry), entry]));
  const file = await open(path, "r");
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const digestOf = (identity: string, entry: Uint8Array): Buffer =>
  createHash("sha256").update(identity).update(entry).digest();

/** None where there is no such file. */
async function bytesOf(path: string): Promise<Buffer> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return Buffer.alloc(0);
  try {
    const { size } = await stat(path);
    if (FILE_BYTES_MAX < size) return Buffer.alloc(0);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
