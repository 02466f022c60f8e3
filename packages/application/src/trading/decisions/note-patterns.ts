import type { Book } from "@sevenfold/domain/book";

import type { FollowedAccount } from "../account/followed-account.ts";
import type { PatternWatch } from "../prices/pattern-watch.ts";

/** Puts the patterns that stand now where entries that wait for one look, and the journal too. */
export function notePatterns(patterns: PatternWatch | undefined, followed: FollowedAccount): void {
  const { patternsOf } = followed;
  const { known: book } = followed.inHand;
  patternsOf.clear();
  if (!patterns || book.strategy.patternConfirmation === "off") return;
  book.tickers.forEach((ticker, slot) => {
    const standing = patterns.standing(ticker);
    if (0 < standing.length) patternsOf.set(slot, [...new Set(standing.map(({ name }) => name))]);
  });
  confirm(book, (slot) => patternsOf.has(slot));
}

/** The same for a book that is only looked at. */
export function confirmByPatterns(book: Book, patterns: PatternWatch | undefined): void {
  confirm(book, (slot) => 0 < (patterns?.standing(book.tickers[slot]!).length ?? 0));
}

function confirm(book: Book, isSeen: (slot: number) => boolean): void {
  if (book.strategy.patternConfirmation !== "require") return;
  for (let slot = 0; slot < book.tickers.length; slot += 1)
    book.patternSeen[slot] = isSeen(slot) ? 1 : 0;
}
