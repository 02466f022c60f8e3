import type { FileHandle } from "node:fs/promises";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

import {
  compacted,
  type VenueEntry,
  type VenueJournal,
} from "@sevenfold/application/simulation/venue-journal";

import { takeLockFile } from "./exchange-lock-file.ts";

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

/** The file is no journal, is damaged before its end, or belongs to another market. */
export class JournalUnreadable extends Error {
  override readonly name = "JournalUnreadable";
}

const FORMAT = "sevenfold-exchange-journal";
const VERSION = 1;
const COMPACT_ABOVE_BYTES = 4 * 2 ** 20;
const ENTRIES_AT_ONCE = 10_000;

/**
 * An append-only file: a heading, then one JSON array of entries per line, one line per command, so
 * a command is there whole or not at all. Whatever waits is written together and flushed with one
 * fdatasync before any of it is answered. A last line that a crash cut short was never answered and
 * is dropped.
 */
export async function openJournalFile(
  path: string,
  market: JournalMarket,
  compactAboveBytes = COMPACT_ABOVE_BYTES,
): Promise<JournalFile> {
  await mkdir(dirname(path), { recursive: true });
  const unlock = takeLockFile(`${path}.lock`);
  try {
    const { entries, wholeBytes } = await readJournal(path, market);
    const kept = compactAboveBytes < wholeBytes ? compacted(entries) : entries;
    if (wholeBytes === 0 || kept.length < entries.length) await rewrite(path, market, kept);
    const file = await open(path, "r+");
    if (wholeBytes !== 0 && kept.length === entries.length) await file.truncate(wholeBytes);
    return { entries: kept, ...appender(file, (await file.stat()).size, unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

function appender(file: FileHandle, size: number, unlock: () => void) {
  let end = size;
  let waiting: string[] = [];
  let flushing: Promise<void> | undefined;
  let failure: unknown;

  async function flush(): Promise<void> {
    // One turn later, so that commands of the same moment share a flush.
    await Promise.resolve();
    flushing = undefined;
    const text = Buffer.from(waiting.join(""));
    waiting = [];
    try {
      if (failure !== undefined) throw failure;
      let written = 0;
      while (written < text.length) {
        const { bytesWritten } = await file.write(
          text,
          written,
          text.length - written,
          end + written,
        );
        written += bytesWritten;
      }
      await file.datasync();
      end += text.length;
    } catch (error) {
      // After a failed flush nobody knows what the disk holds: nothing more is promised.
      failure = error;
      throw error;
    }
  }

  let latest: Promise<void> = Promise.resolve();
  return {
    append(entries: readonly VenueEntry[]): Promise<void> {
      waiting.push(`${JSON.stringify(entries)}\n`);
      if (flushing === undefined) {
        flushing = latest.catch(() => undefined).then(flush);
        latest = flushing;
      }
      return latest;
    },
    async close(): Promise<void> {
      await latest.catch(() => undefined);
      await file.close();
      unlock();
    },
  };
}

interface Reading {
  readonly entries: readonly VenueEntry[];
  /** Length of the whole lines. */
  readonly wholeBytes: number;
}

async function readJournal(path: string, market: JournalMarket): Promise<Reading> {
  const bytes = await bytesOf(path);
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
  const file = await open(draft, "w", 0o600);
  await file.writeFile(`${JSON.stringify({ format: FORMAT, version: VERSION, ...market })}\n`);
  // Part by part: all of it may be more than one text can hold.
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    const part = entries.slice(from, from + ENTRIES_AT_ONCE);
    await file.writeFile(part.map((entry) => `${JSON.stringify([entry])}\n`).join(""));
  }
  await file.datasync();
  await file.close();
  await rename(draft, path);
  const folder = await open(dirname(path), "r");
  await folder.sync();
  await folder.close();
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
