import type { FileHandle } from "node:fs/promises";

import {
  EntriesNotKept,
  type VenueEntry,
  type VenueJournal,
  VenueUnwritable,
} from "@sevenfold/application/exchange/venue-journal";

/** What appending asks of an open file. */
export interface JournalHandle extends Pick<FileHandle, "close" | "datasync" | "truncate"> {
  stat(): Promise<{ readonly size: number }>;
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
}

export interface Appending {
  /** Length of what the file holds for good. */
  readonly size: number;
  /** Reads the entries within so many bytes. */
  readonly readKept: (bytes: number) => Promise<readonly VenueEntry[]>;
}

export interface Appender extends VenueJournal {
  readonly tryAgain: () => Promise<readonly VenueEntry[]>;
  /** Waits for what was appended. */
  close(): Promise<void>;
}

/** With less room than this a disk counts as full: the next commands would fill it again at once. */
const ROOM_BYTES = 64 * 1_024;

/**
 * Appends what waits as one line and flushes it once: blocks of a write that a crash cut short may reach
 * the disk in any order, and a line that is not whole has to be the last one. A write that fails
 * is taken back: the file is cut to what it held before, so that it never holds half a line, and
 * never a line whose command was refused.
 */
export function journalAppender(file: JournalHandle, { readKept, size }: Appending): Appender {
  let end = size;
  let waiting: VenueEntry[] = [];
  let flushing: Promise<void> | undefined;
  let failure: Error | undefined;
  let latest: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    // One turn later, so that commands of the same moment share a flush.
    await Promise.resolve();
    flushing = undefined;
    const bytes = Buffer.from(`${JSON.stringify(waiting)}\n`);
    waiting = [];
    if (failure !== undefined) throw failure;
    try {
      await write(bytes);
    } catch (error) {
      failure = await takenBack(error);
      throw failure;
    }
    end += bytes.length;
  }

  async function write(bytes: Uint8Array): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const left = bytes.length - written;
      written += (await file.write(bytes, written, left, end + written)).bytesWritten;
    }
    await file.datasync();
  }

  /** What to say of a failed write: without `EntriesNotKept` nobody knows what the disk holds. */
  async function takenBack(error: unknown): Promise<Error> {
    const said = error instanceof Error ? error.message : String(error);
    try {
      await cutToEnd();
      return new EntriesNotKept(said, await readKept(end), error);
    } catch {
      return new VenueUnwritable(`The journal cannot be written: ${said}`, { cause: error });
    }
  }

  async function cutToEnd(): Promise<void> {
    if ((await file.stat()).size === end) return;
    await file.truncate(end);
    await file.datasync();
  }

  return {
    append(entries) {
      for (const entry of entries) waiting.push(entry);
      if (flushing === undefined) {
        flushing = latest.catch(() => undefined).then(flush);
        latest = flushing;
      }
      return latest;
    },
    async tryAgain() {
      await latest.catch(() => undefined);
      await cutToEnd();
      try {
        // Zeros without a line's end: a start after a crash drops them.
        await write(new Uint8Array(ROOM_BYTES));
      } finally {
        await cutToEnd();
      }
      const kept = await readKept(end);
      failure = undefined;
      return kept;
    },
    async close() {
      await latest.catch(() => undefined);
      await file.close();
    },
  };
}
