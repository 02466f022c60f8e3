import type { Instant } from "@sevenfold/domain/market";

import { openVenueBook } from "./venue-book.ts";
import type { VenueAccountOpening, VenueEntry } from "./venue-journal.ts";

/** Fewer are kept as they are. */
const ENTRIES_MAX = 1_000;
const KEPT_MS = 2 * 24 * 60 * 60_000;

/**
 * An account with a long past, as if it had been opened two days before its latest trade with the cash
 * and the holdings it had then: books would otherwise hold, and read at every start, what nobody asks
 * for again. An order that was at work then is kept whole. Throws on a past that no book can take.
 */
export function foldedHistory(
  account: VenueAccountOpening,
  past: readonly VenueEntry[],
  dayOf: (at: Instant) => string,
): { readonly account: VenueAccountOpening; readonly past: readonly VenueEntry[] } {
  // Also of a short one: what no book can take ends here, and the venue's own has no part of it.
  const folded = foldableOf(account, past, dayOf);
  if (past.length <= ENTRIES_MAX) return { account, past };
  const { cash, positions } = replayed(account, past.slice(0, folded), dayOf);
  return {
    account: {
      ...account,
      cash,
      openedAt: past[folded - 1]?.at ?? account.openedAt,
      positions: [...positions.values()],
    },
    past: past.slice(folded),
  };
}

/** How many of the entries from before the last two days end with no order at work. */
function foldableOf(
  account: VenueAccountOpening,
  past: readonly VenueEntry[],
  dayOf: (at: Instant) => string,
): number {
  const since = (past.at(-1)?.at ?? 0) - KEPT_MS;
  const book = openedBook(account, dayOf);
  let foldable = 0;
  for (const [index, entry] of past.entries()) {
    book.record(entry);
    const isAtWork = 0 < book.accounts.get(account.id)!.openOrders.size;
    if (entry.at < since && !isAtWork) foldable = index + 1;
  }
  return foldable;
}

function replayed(
  account: VenueAccountOpening,
  entries: readonly VenueEntry[],
  dayOf: (at: Instant) => string,
) {
  const book = openedBook(account, dayOf);
  for (const entry of entries) book.record(entry);
  return book.accounts.get(account.id)!;
}

function openedBook(account: VenueAccountOpening, dayOf: (at: Instant) => string) {
  const book = openVenueBook(dayOf);
  book.record({ type: "account-opened", at: account.openedAt, account });
  return book;
}
