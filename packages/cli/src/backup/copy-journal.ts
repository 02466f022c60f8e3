import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { linesIn } from "./lines-in.ts";

const ATTEMPTS = 3;
const LAST_BYTES = 64 * 1_024;

/**
 * Copies the exchange's journal while it is being written: all whole lines it has at this moment.
 * Answers how many, and calls `stir` as it comes further. Throws where the journal cannot be read, or
 * is damaged.
 */
export async function copyJournal(from: string, to: string, stir: () => void): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await copyPieces(from, to, stir);
    await cutToWholeLines(to);
    const lines = await countSound(to, stir);
    if (lines !== undefined) return lines;
    // A write that was taken back while we read may have left two lines in one.
    if (ATTEMPTS <= attempt) throw new Error(`the journal ${from} is damaged`);
  }
}

const copyPieces = (from: string, to: string, stir: () => void): Promise<void> =>
  pipeline(
    createReadStream(from),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        stir();
        yield piece;
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  );

/** Drops what stands behind the last line's end. */
async function cutToWholeLines(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    let end = (await file.stat()).size;
    while (0 < end) {
      const from = Math.max(0, end - LAST_BYTES);
      const { buffer } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
      const last = buffer.lastIndexOf(10);
      end = last === -1 ? from : from + last + 1;
      if (last !== -1) break;
    }
    await file.truncate(end);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** How many lines there are; undefined where one is not JSON. */
async function countSound(path: string, stir: () => void): Promise<number | undefined> {
  let lines = 0;
  for await (const line of linesIn(path)) {
    try {
      JSON.parse(line);
    } catch {
      return undefined;
    }
    lines += 1;
    stir();
  }
  return lines;
}
