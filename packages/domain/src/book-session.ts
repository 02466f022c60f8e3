import { anchor, type Book, SESSIONS_BELOW_MAX } from "./book.ts";
import type { TradingDay } from "./market.ts";
import type { Money, Price } from "./money.ts";

/** Opens a trading day: the halt of the day before is over. The same day again changes nothing. */
export function beginSession(book: Book, day: TradingDay, baseline?: Money): void {
  if (book.sessionDay === day) {
    book.baseline ??= baseline;
    return;
  }
  book.sessionDay = day;
  book.halted = false;
  book.baseline = baseline ?? book.closingEquity;
}

/** What a restart must not forget of the day. */
export interface SessionState {
  readonly day: TradingDay | undefined;
  readonly baseline: Money | undefined;
  readonly closingEquity: Money | undefined;
  readonly halted: boolean;
}

export const sessionOf = (book: Book): SessionState => ({
  day: book.sessionDay,
  baseline: book.baseline,
  closingEquity: book.closingEquity,
  halted: book.halted,
});

export function restoreSession(book: Book, session: SessionState): void {
  book.sessionDay = session.day;
  book.baseline = session.baseline;
  book.closingEquity = session.closingEquity;
  book.halted = session.halted;
}

/** Closes a trading day: the next baseline, and the count of sessions below the band. */
export function endSession(book: Book): void {
  book.closingEquity = book.unpriced === 0 ? book.equity : undefined;
  // A clock that steps back lets a day end twice.
  if (book.sessionDay !== undefined && book.countedDay === book.sessionDay) return;
  book.countedDay = book.sessionDay;
  for (let slot = 0; slot < book.tickers.length; slot += 1) countSessionBelow(book, slot);
}

function countSessionBelow(book: Book, slot: number): void {
  const last = book.last[slot]!;
  const isBelow = book.held[slot] === 0 && last < book.bandFloor[slot]!;
  const count = isBelow ? book.sessionsBelow[slot]! + 1 : 0;
  book.sessionsBelow[slot] = count;
  book.reanchored[slot] = 0;
  if (count < SESSIONS_BELOW_MAX) return;
  anchor(book, slot, last as Price, book.latestAt);
  book.reanchored[slot] = 1;
}
