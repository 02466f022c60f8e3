import { systemClock } from "../system/system-clock.ts";
import type { LongWork } from "./long-work.ts";
import type { WorkLog } from "./work-log.ts";

/** Rows of numbers, each computed by itself and in any case the same: what is done of them stays done. */
export interface KeptRows {
  /** Takes what is kept into the rows, and answers how many are done, from the first one on. */
  restore(rows: Float64Array): number;
  /** Keeps what is done by now, once in a while. */
  keepInTime(rows: Float64Array, done: number): Promise<void>;
  /** Keeps what is done, whenever that is. */
  keep(rows: Float64Array, done: number): Promise<void>;
  /** Keeps the last of it where others were kept: work that was soon over leaves nothing behind. */
  complete(rows: Float64Array, done: number): Promise<void>;
  isStopping(): boolean;
  /** Ends the work where it was stopped: throws a `Failure` that says how far it has come. */
  stop(done: number): never;
}

export interface RowsAsked {
  readonly work: LongWork;
  readonly log: WorkLog;
  /** Numbers of a row. */
  readonly width: number;
  /** "1,200 of 4,000 tried" */
  readonly words: (done: number) => string;
  /** Keeps what has to be kept before them. */
  readonly keepFirst?: () => Promise<void>;
  /** Hears of rows [from, to) before they are kept. */
  readonly hear?: (rows: Float64Array, from: number, to: number) => Promise<void>;
}

const KEEP_EVERY_MS = 1_000;
/** First row and numbers of a row, 32 bits each. */
const HEAD_BYTES = 8;

export function openKeptRows({ work, log, width, words, keepFirst, hear }: RowsAsked): KeptRows {
  let kept = 0;
  let keptAt = systemClock.monotonicMs();
  const keep = async (rows: Float64Array, done: number): Promise<void> => {
    await keepFirst?.();
    if (kept < done) {
      const from = kept;
      kept = done;
      await hear?.(rows, from, done);
      await log.append(entryOf(rows, width, from, done));
    }
    keptAt = systemClock.monotonicMs();
  };
  return {
    restore(rows) {
      for (const entry of log.entries) kept = takeEntry(entry, rows, width, kept);
      return kept;
    },
    keepInTime: async (rows, done) => {
      if (KEEP_EVERY_MS <= systemClock.monotonicMs() - keptAt) await keep(rows, done);
    },
    keep,
    complete: async (rows, done) => {
      if (0 < kept) await keep(rows, done);
    },
    isStopping: work.isStopping,
    stop(done) {
      throw work.interrupted(words(done));
    },
  };
}

function entryOf(rows: Float64Array, width: number, from: number, to: number): Uint8Array {
  const numbers = rows.slice(from * width, to * width);
  const entry = new Uint8Array(HEAD_BYTES + numbers.byteLength);
  new Uint32Array(entry.buffer, 0, 2).set([from, width]);
  entry.set(new Uint8Array(numbers.buffer), HEAD_BYTES);
  return entry;
}

/** How many rows are there with those of the entry; as many as before where it does not go on from them. */
function takeEntry(entry: Buffer, rows: Float64Array, width: number, before: number): number {
  // Of its own memory: numbers lie at multiples of eight bytes.
  const bytes = Uint8Array.from(entry);
  const [from, ofRow] = new Uint32Array(bytes.buffer, 0, 2) as unknown as [number, number];
  const numbers = new Float64Array(bytes.buffer, HEAD_BYTES);
  const to = from + numbers.length / width;
  if (ofRow !== width || before < from || rows.length < to * width || to <= before) return before;
  rows.set(numbers, from * width);
  return to;
}
