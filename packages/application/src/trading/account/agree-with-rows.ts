import { holdForeign } from "@sevenfold/domain/book-foreign";
import type { Account } from "../../ports/stores/account.ts";
import { refreshTrails } from "./adopt-trails.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { bookForeignOf } from "./foreign-standing.ts";
import { rebuildBook } from "./rebuild-book.ts";
import { baselineMoved } from "./stored-session.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/**
 * Takes over what is on record and not in the book, also what else there is at the broker. Where cash
 * or a holding is not what the rows say, or the day's baseline is another, somebody else booked a fill
 * or money, and the book is made anew: decisions on the old one would buy what is held already. Inside
 * the account's mutex only.
 */
export async function agreeWithRows(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  const account = await needs.storage.read.accounts.byId(followed.id);
  if (account) holdForeign(followed.book, bookForeignOf(account));
  if (account && (await agrees(needs, followed, account))) await refreshTrails(needs, followed);
  else await rebuildBook(needs, followed);
}

async function agrees(
  { storage }: Pick<TradingNeeds, "storage">,
  followed: FollowedAccount,
  account: Account,
): Promise<boolean> {
  const { book, id } = followed;
  if (account.cash !== book.cash || baselineMoved(followed, account) !== 0) return false;
  const positions = await storage.read.positions.of(id);
  const held = new Map(positions.map((position) => [position.ticker, position]));
  if (positions.some(({ ticker }) => !book.slots.has(ticker))) return false;
  return book.tickers.every((ticker, slot) => {
    const { quantity = 0, costBasis = 0 } = held.get(ticker) ?? {};
    return book.held[slot] === quantity && book.costBasis[slot] === costBasis;
  });
}
