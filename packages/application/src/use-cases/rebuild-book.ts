import {
  restoreSession,
  restoreSlot,
  restoreTrail,
  sessionOf,
  slotStateOf,
  trailOf,
} from "@sevenfold/domain/book";

import { readAccountRows } from "./account-rows.ts";
import { markFromBoard, ordersAtWork } from "./attach-account.ts";
import { bookFromRows } from "./book-from-rows.ts";
import type { FollowedAccount } from "./followed-account.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Needs = Pick<TradingNeeds, "clock" | "log" | "prices" | "storage">;

/** Makes the book anew from the stored rows, keeping the trails as they stand. Inside a turn only. */
export async function rebuildBook(needs: Needs, followed: FollowedAccount): Promise<void> {
  const { clock, log, prices, storage } = needs;
  log.warn("book-rebuilt", { accountId: followed.id });
  const rows = await readAccountRows(storage.read, followed.id, clock.now());
  if (!rows) throw new Error(`account ${followed.id} is gone`);
  const before = followed.book;
  const book = bookFromRows(rows, clock.now(), before.collarBps, before.tickers);
  for (const slot of before.slots.values()) {
    const trail = trailOf(before, slot);
    if (trail) restoreTrail(book, slot, trail);
    restoreSlot(book, slot, slotStateOf(before, slot));
  }
  restoreSession(book, sessionOf(before));
  markFromBoard(book, prices, rows.account);
  followed.book = book;
  const { others, working } = ordersAtWork(rows, book);
  followed.working.clear();
  followed.others.clear();
  for (const [slot, key] of working) followed.working.set(slot, key);
  for (const [key, order] of others) followed.others.set(key, order);
}
