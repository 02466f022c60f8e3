import type { Instant } from "@sevenfold/domain/market";
import type { VenueNeeds } from "./venue.ts";
import { openVenueBook, type VenueBook } from "./venue-book.ts";
import { changesOf, type VenueChanges } from "./venue-changes.ts";
import { EntriesNotKept, type VenueEntry, VenueUnwritable } from "./venue-journal.ts";
import { progressFrom, type VenueProgress } from "./venue-progress.ts";

/** A venue's book, and the journal that it is never ahead of for longer than a flush takes. */
export interface KeptBook {
  /** Another object after a change was undone. */
  readonly book: VenueBook;
  readonly progress: VenueProgress;
  readonly isWritable: boolean;
  flushed(): Promise<void>;
  /** Throws VenueUnwritable while nothing can be changed. */
  requireWritable(): void;
  /**
   * Makes one command's changes, all of them or none, and keeps them. What breaks off in the middle
   * is undone: it stands in no journal.
   */
  change<Made>(make: (changes: VenueChanges) => Made): Change<Made>;
  /** Makes what failed writable again, or rejects with why it is not. */
  tryAgain(): Promise<void>;
}

export interface Change<Made> {
  readonly made: Made;
  /** Resolves when the changes are in the journal for good, and were told. */
  readonly kept: Promise<void>;
}

/** So many tries are let pass at most when the same fault comes back: each reads the whole journal. */
const TRIES_PASSED_MAX = 240;

export function openKeptBook(needs: VenueNeeds, dayOf: (at: Instant) => string): KeptBook {
  const { journal, identifiers } = needs;
  let book = openVenueBook(dayOf);
  let flushed: Promise<void> = Promise.resolve();
  let failure: unknown;
  let broken = 0;
  let passing = 0;
  let progress: VenueProgress;
  begin(needs.entries);

  /** Makes the book anew of what the journal holds. */
  function begin(entries: Iterable<VenueEntry>): void {
    book = openVenueBook(dayOf);
    for (const entry of entries) book.record(entry);
    progress = progressFrom(book.latestAt, needs);
    flushed = Promise.resolve();
  }

  /** Undoes what was not kept. One failure ends every command that was waiting. */
  function fail(error: unknown): void {
    if (failure === error) return;
    failure = error;
    if (error instanceof EntriesNotKept) begin(error.kept);
  }

  /** Until the book is made anew nobody is told what it says. */
  function breakOff(error: unknown): void {
    failure = error;
    passing = broken === 0 ? 0 : Math.min(TRIES_PASSED_MAX, 2 ** broken);
    broken += 1;
    flushed = flushed.then(restored);
    flushed.catch(() => undefined);
  }

  async function restored(): Promise<void> {
    const entries = await journal.tryAgain?.();
    if (entries === undefined) throw failure;
    begin(entries);
  }

  /** Keeps the entries for good, then tells. A failed journal fails this and what waits with it. */
  function keep({ entries, notices }: Pick<VenueChanges, "entries" | "notices">): Promise<void> {
    if (entries.length === 0) return flushed;
    const kept = journal.append(entries).catch((error: unknown) => {
      fail(error);
      throw error;
    });
    flushed = Promise.all([flushed, kept]).then(() => needs.onNotices(notices));
    // Whoever waits hears of a failure; nobody waiting must not end the process.
    flushed.catch(() => undefined);
    return flushed;
  }

  return {
    get book() {
      return book;
    },
    get progress() {
      return progress;
    },
    get isWritable() {
      return failure === undefined;
    },
    flushed: () => flushed,
    requireWritable() {
      if (failure !== undefined)
        throw new VenueUnwritable(`The exchange takes nothing in for now: ${wordsOf(failure)}`, {
          cause: failure,
        });
    },
    change(make) {
      const changes = changesOf(book, identifiers);
      try {
        const made = make(changes);
        broken = 0;
        return { made, kept: keep(changes) };
      } catch (error) {
        if (0 < changes.entries.length) breakOff(error);
        throw error;
      }
    },
    async tryAgain() {
      if (0 < passing) {
        passing -= 1;
        throw failure;
      }
      await flushed.catch(() => undefined);
      await restored();
      failure = undefined;
    },
  };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
