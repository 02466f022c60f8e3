import type { FollowedAccount } from "./followed-account.ts";
import { rebuildBook } from "./rebuild-book.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/**
 * Makes the book anew where cash or a holding of it is not what the rows say: somebody else booked a
 * fill, and decisions on the old book would buy what is held already. Inside a turn only.
 */
export async function agreeWithRows(needs: TradingNeeds, followed: FollowedAccount): Promise<void> {
  if (!(await agrees(needs, followed))) await rebuildBook(needs, followed);
}

async function agrees(
  { storage }: Pick<TradingNeeds, "storage">,
  { book, id }: FollowedAccount,
): Promise<boolean> {
  const account = await storage.read.accounts.byId(id);
  if (account?.cash !== book.cash) return false;
  const positions = await storage.read.positions.of(id);
  const held = new Map(positions.map((position) => [position.ticker, position]));
  if (positions.some(({ ticker }) => !book.slots.has(ticker))) return false;
  return book.tickers.every((ticker, slot) => {
    const { quantity = 0, costBasis = 0 } = held.get(ticker) ?? {};
    return book.held[slot] === quantity && book.costBasis[slot] === costBasis;
  });
}
