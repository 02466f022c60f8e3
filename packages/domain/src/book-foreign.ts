import type { Book } from "./book.ts";
import type { Foreign } from "./foreign.ts";
import { money } from "./money.ts";

/** Takes over what else there is now: equity and what is unpriced follow. */
export function holdForeign(book: Book, foreign: Foreign): void {
  book.equity = money(book.equity + foreign.value - book.foreign.value);
  book.unpriced += foreign.unpriced - book.foreign.unpriced;
  book.foreign = foreign;
}
