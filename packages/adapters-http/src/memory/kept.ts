import type { Clock } from "@sevenfold/application/ports/clock";
import type { Readers } from "@sevenfold/application/ports/stores/readers";
import { LRUCache } from "lru-cache";

import { keptTimes } from "./kept-times.ts";

export type TableName = keyof Readers;

export interface Question<Value> {
  /** The user or account it is about; absent where only the answer tells. */
  readonly ownerId?: string;
  /** Whose the answer is, where the question does not say; undefined: of nobody, and not kept. */
  readonly ownerIn?: (value: Value) => string | undefined;
  /** What is asked, different from whatever else is asked of the owner. */
  readonly text: string;
  /** Where the rows lie that the answer is made of; it may become known while it is being made. */
  readonly tables: ReadonlySet<TableName>;
  /** In bytes. */
  readonly weightOf: (value: Value) => number;
  /** Kept so many times as long as others. */
  readonly times?: number;
}

/** What was found out a moment ago, whatever it is: the one place where answers are kept. */
export interface Kept {
  /** The answer of a moment ago, or the one that is just being made, or one that is made now. */
  find<Value>(question: Question<Value>, make: () => Promise<Value>): Promise<Value>;
  /** Forgets what is kept of the user or the account, also what is just being made: of these tables, or all. */
  forget(ownerId: string, tables?: readonly TableName[]): void;
  /** Forgets this one answer. */
  forgetAnswer(question: Pick<Question<unknown>, "ownerId" | "text">): void;
  forgetAll(): void;
  /** Of all that is kept, in bytes. */
  readonly weight: () => number;
}

interface Entry {
  readonly ownerId: string;
  readonly tables: ReadonlySet<TableName>;
  readonly untilMs: number;
  readonly answer: Promise<unknown>;
  readonly weight: number;
}

interface Needs {
  readonly clock: Pick<Clock, "monotonicMs">;
  /** How long answers are kept at most; 0: not at all, nor shared. */
  readonly keptMs: number;
  readonly bytesMax?: number;
}

const BYTES_MAX = 64 * 1024 * 1024;
/** What an entry itself takes, and what one is reckoned at while nobody knows how large it gets. */
const ENTRY_BYTES = 500;
/** Whoever asks while the answer is being made waits for it, unless it has been so long that it is stuck. */
const MAKING_MS = 15_000;
/** Owns what is being made for somebody who is not known yet. */
const UNKNOWN = "?";

/** Keeps answers for a moment, bounded by their bytes: who was asked for longest ago goes first. */
export function openKept({ bytesMax = BYTES_MAX, clock, keptMs }: Needs): Kept {
  const nextKeptMs = keptTimes(keptMs);
  const owners = new Map<string, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: bytesMax,
    sizeCalculation: ({ weight }) => weight,
    dispose: ({ ownerId }, address) => disown(owners, ownerId, address),
  });

  const put = (address: string, entry: Entry) => {
    const own = owners.get(entry.ownerId);
    if (own) own.add(address);
    else owners.set(entry.ownerId, new Set([address]));
    entries.set(address, entry);
    // Too large to be kept at all.
    if (!entries.has(address)) disown(owners, entry.ownerId, address);
  };
  const forget = (ownerId: string, tables?: readonly TableName[]) => {
    for (const address of [...(owners.get(ownerId) ?? [])]) {
      const made = entries.peek(address);
      if (tables === undefined || tables.some((table) => made?.tables.has(table)))
        entries.delete(address);
    }
  };

  const renew = async <Value>(
    address: string,
    { ownerId = UNKNOWN, ownerIn, tables, times = 1, weightOf }: Question<Value>,
    make: () => Promise<Value>,
  ): Promise<Value> => {
    const nowMs = clock.monotonicMs();
    entries.delete(address);
    const answer = make();
    const begun = { ownerId, tables, answer, untilMs: nowMs + MAKING_MS, weight: ENTRY_BYTES };
    put(address, begun);
    const isForgotten = () => entries.peek(address) !== begun;
    try {
      const value = await answer;
      if (isForgotten()) return value;
      entries.delete(address);
      const owner = ownerIn ? ownerIn(value) : ownerId;
      const weight = ENTRY_BYTES + Math.ceil(weightOf(value));
      if (owner !== undefined)
        put(address, { ...begun, ownerId: owner, untilMs: nowMs + nextKeptMs() * times, weight });
      return value;
    } catch (error) {
      if (!isForgotten()) entries.delete(address);
      throw error;
    }
  };

  return {
    // Most find what they ask for: no promise of their own is made for those.
    find<Value>(question: Question<Value>, make: () => Promise<Value>): Promise<Value> {
      if (keptMs === 0) return make();
      const address = addressOf(question);
      const known = entries.get(address);
      if (known && clock.monotonicMs() < known.untilMs) return known.answer as Promise<Value>;
      return renew(address, question, make);
    },
    forget(ownerId, tables) {
      forget(ownerId, tables);
      forget(UNKNOWN, tables);
    },
    forgetAnswer: (question) => void entries.delete(addressOf(question)),
    forgetAll: () => entries.clear(),
    weight: () => entries.calculatedSize,
  };
}

const addressOf = ({ ownerId = "", text }: Pick<Question<unknown>, "ownerId" | "text">): string =>
  `${ownerId} ${text}`;

function disown(owners: Map<string, Set<string>>, ownerId: string, address: string): void {
  const own = owners.get(ownerId);
  own?.delete(address);
  if (own?.size === 0) owners.delete(ownerId);
}
