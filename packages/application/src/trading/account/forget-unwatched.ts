import { forgetTrail, trailOf } from "@sevenfold/domain/book";
import { versionOf } from "./adopt-trails.ts";
import type { FollowedAccount } from "./followed-account.ts";

/**
 * A symbol that is neither watched nor held has no trail: put back on the list it starts at its next
 * price, and does not trade at once on extremes of before.
 */
export function forgetUnwatched({
  book,
  trailVersions,
  watched,
}: Pick<FollowedAccount, "book" | "trailVersions" | "watched">): void {
  book.tickers.forEach((ticker, slot) => {
    if (0 < book.held[slot]! || book.high[slot] === 0 || watched.has(ticker)) return;
    // Known to have been let go: the row of it is not taken over again.
    trailVersions.set(ticker, versionOf(trailVersions, ticker, trailOf(book, slot)));
    forgetTrail(book, slot);
  });
}
