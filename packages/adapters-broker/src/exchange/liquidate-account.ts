import { randomUUID } from "node:crypto";
import { shareCount } from "@sevenfold/application/exchange/share-count";

import type { ExchangeDesk } from "./exchange-desk.ts";

/**
 * Sells an account out, as a broker does that is owed too much: its orders are canceled, and what it
 * holds is sold and what it owes bought back, at market. Answers the ids of these orders, which no
 * client has sent.
 */
export async function liquidate(
  { now, venue }: Pick<ExchangeDesk, "now" | "venue">,
  accountId: string,
): Promise<readonly string[]> {
  for (const id of openOrdersOf(venue.book, accountId)) await venue.cancel(accountId, id, now());
  const ids: string[] = [];
  for (const { shares, ticker } of venue.book.accounts.get(accountId)?.positions.values() ?? []) {
    const order = await venue.submit(
      accountId,
      {
        clientOrderId: randomUUID(),
        ticker,
        side: shares < 0 ? "buy" : "sell",
        quantity: shareCount(Math.abs(shares)),
        timeInForce: "day",
        extendedHours: false,
      },
      now(),
    );
    if (order.ok) ids.push(order.value.id);
  }
  return ids;
}

const openOrdersOf = (
  book: ExchangeDesk["venue"]["book"],
  accountId: string,
): readonly string[] => [...(book.accounts.get(accountId)?.openOrders.keys() ?? [])];
