import type { Instant } from "@sevenfold/domain/market";

import { openVenueBook } from "./venue-book.ts";
import type { VenueAccountOpening, VenueEntry } from "./venue-journal.ts";

/** Fewer are kept as they are. */
const ENTRIES_MAX = 1_000;
const KEPT_MS = 2 * 24 * 60 * 60_000;

/**
 * An account with a long past, as if it had been opened two days before its latest trade with the cash
 * and the holdings it had then: books would otherwise hold, and read at every start, what nobody asks
 * for again.
 */
export function foldedHistory(
  account: VenueAccountOpening,
  past: readonly VenueEntry[],
  dayOf: (at: Instant) => string,
): { readonly account: VenueAccountOpening; readonly past: readonly VenueEntry[] } {
  const latest = past.at(-1);
  if (!latest || past.length <= ENTRIES_MAX) return { account, past };
  const book = openVenueBook(dayOf);
  book.record({ type: "account-opened", at: account.openedAt, account });
  const state = book.accounts.get(account.id)!;
  let folded = 0;
  let openedAt = account.openedAt;
  for (const entry of past) {
    // Not in the midst of an order.
    if (latest.at - KEPT_MS <= entry.at && state.openOrders.size === 0) break;
    book.record(entry);
    openedAt = entry.at;
    folded += 1;
  }
  const { cash, positions } = state;
  return {
    account: { ...account, cash, openedAt, positions: [...positions.values()] },
    past: past.slice(folded),
  };
}
