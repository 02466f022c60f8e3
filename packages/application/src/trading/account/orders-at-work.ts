import type { Book } from "@sevenfold/domain/book";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import type { AccountRows } from "./account-rows.ts";
import type { FollowedAccount } from "./followed-account.ts";

/** Which orders the book's marks stand for. */
export function ordersAtWork(
  { openOrders }: Pick<AccountRows, "openOrders">,
  book: Book,
): Pick<FollowedAccount, "others" | "working"> {
  const working: FollowedAccount["working"] = new Map();
  const others: FollowedAccount["others"] = new Map();
  for (const order of openOrders) {
    if (isOwnStop(order)) continue;
    const { clientKey, origin, reservedCash, ticker } = order;
    const slot = book.slots.get(ticker)!;
    if (origin === "automated") working.set(slot, clientKey);
    else others.set(clientKey, { slot, reservedCash });
  }
  return { working, others };
}
