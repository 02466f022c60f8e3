import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

import {
  compacted,
  type VenueEntry,
  type VenueJournal,
} from "@sevenfold/application/exchange/venue-journal";

import { type JournalHandle, journalAppender } from "./journal-appender.ts";

/** The market a journal was written on. On another one its fills would make no sense. */
export interface JournalMarket {
  readonly seed: number;
  readonly volatility: number;
  /** Names the recorded bars that stand in for the simulated market. */
  readonly recorded?: string;
}

export interface JournalFile extends VenueJournal {
  /** What was in the file. */
  readonly entries: readonly VenueEntry[];
  /** Waits for what was appended, then gives file and lock back. */
  close(): Promise<void>;
}

/** How the file is opened for appending, as node's `open` does. */
export type OpenJournal = (path: string, flags: "r+") => Promise<JournalHandle>;

/** Keeps a path to one process: what gives it back, or the process that has it. */
export type TakeLock = (
  path: string,
) => { release(): void; readonly heldBy?: never } | { readonly heldBy: number };

export interface JournalOptions {
  readonly compactAboveBytes?: number;
  readonly openFile?: OpenJournal;
  /** Absent where nobody else can have the file. */
  readonly takeLock?: TakeLock;
}

/** Another process has the journal. */
export class ExchangeLocked extends Error {
  override readonly name = "ExchangeLocked";
}

/** Takes the journal for this process, or throws ExchangeLocked. Answers what gives it back. */
export function lockJournal(path: string, takeLock: TakeLock): () => void {
  const taken = takeLock(`${path}.lock`);
  if (taken.heldBy === undefined) return taken.release;
  throw new ExchangeLocked(
    `${path} is held by process ${taken.heldBy}: one exchange at a time may use its journal.`,
  );
}

/** The file is no journal, is damaged before its end, or belongs to another market. */
export class JournalUnreadable extends Error {
  override readonly name = "JournalUnreadable";
}

const FORMAT = "sevenfold-exchange-journal";
const VERSION = 1;
const COMPACT_ABOVE_BYTES = 4 * 2 ** 20;
const ENTRIES_AT_ONCE = 10_000;

/**
 * An append-only file: a heading, then one JSON array of entries per line. Whatever waits is written
 * as one line and flushed with one fdatasync before any of it is answered, so a command is there whole
 * or not at all. A last line that a crash cut short was never answered and is dropped.
 */
export async function openJournalFile(
  path: string,
  market: JournalMarket,
  { compactAboveBytes = COMPACT_ABOVE_BYTES, openFile = open, takeLock }: JournalOptions = {},
): Promise<JournalFile> {
  await mkdir(dirname(path), { recursive: true });
  const unlock = takeLock ? lockJournal(path, takeLock) : () => undefined;
  try {
    const { entries, wholeBytes } = readingOf(path, await bytesOf(path), market);
    const kept = compactAboveBytes < wholeBytes ? compacted(entries) : entries;
    if (wholeBytes === 0 || kept.length < entries.length) await rewrite(path, market, kept);
    const file = await openFile(path, "r+");
    if (wholeBytes !== 0 && kept.length === entries.length) await file.truncate(wholeBytes);
    const appender = journalAppender(file, {
      size: (await file.stat()).size,
      async readKept(bytes) {
        const text = (await bytesOf(path)).subarray(0, bytes);
        return readingOf(path, text, market).entries;
      },
    });
    return {
      entries: kept,
      ...appender,
      async close() {
        await appender.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

interface Reading {
  readonly entries: readonly VenueEntry[];
  /** Length of the whole lines. */
  readonly wholeBytes: number;
}

function readingOf(path: string, bytes: Buffer, market: JournalMarket): Reading {
  const entries: VenueEntry[] = [];
  let from = 0;
  for (let number = 1; from < bytes.length; number += 1) {
    const end = bytes.indexOf(10, from);
    if (end === -1) break;
    const line = parsed(bytes.toString("utf8", from, end));
    const isLast = end === bytes.length - 1;
    if (number === 1) checkHeading(path, line, market);
    else if (Array.isArray(line)) for (const entry of line) entries.push(entry);
    // Blocks of a torn write can reach the disk in any order.
    else if (isLast) break;
    else throw new JournalUnreadable(`${path}, line ${number} is damaged.`);
    from = end + 1;
  }
  return { entries, wholeBytes: from };
}

function checkHeading(path: string, heading: unknown, market: JournalMarket): void {
  const { seed, volatility, recorded } = market;
  const isOurs =
    typeof heading === "object" &&
    heading !== null &&
    "format" in heading &&
    heading.format === FORMAT &&
    "version" in heading &&
    heading.version === VERSION;
  if (!isOurs) throw new JournalUnreadable(`${path} is no exchange journal of version ${VERSION}.`);
  const old = heading as unknown as JournalMarket;
  if (old.recorded !== recorded)
    throw new JournalUnreadable(
      `${path} was written on ${old.recorded === undefined ? "the simulated market" : "other recorded bars"}; ` +
        `start with these, or with another journal.`,
    );
  if (recorded !== undefined) return;
  const { seed: oldSeed, volatility: oldVolatility } = old;
  if (oldSeed !== seed || oldVolatility !== volatility)
    throw new JournalUnreadable(
      `${path} was written on the market of seed ${oldSeed} and volatility ${oldVolatility}; ` +
        `start with these, or with another journal.`,
    );
}

async function rewrite(
  path: string,
  market: JournalMarket,
  entries: readonly VenueEntry[],
): Promise<void> {
  const draft = `${path}.new`;
  try {
    await writeDraft(draft, market, entries);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), "r");
  await folder.sync();
  await folder.close();
}

async function writeDraft(
  draft: string,
  market: JournalMarket,
  entries: readonly VenueEntry[],
): Promise<void> {
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, version: VERSION, ...market })}\n`);
    // Part by part: all of it may be more than one text can hold.
    for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
      const part = entries.slice(from, from + ENTRIES_AT_ONCE);
      await file.writeFile(part.map((entry) => `${JSON.stringify([entry])}\n`).join(""));
    }
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return Buffer.alloc(0);
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
