import { orderBegan, orderEnded } from "@sevenfold/domain/book";
import type { Intent } from "@sevenfold/domain/decide";
import type { Instant } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";

import { workingOf } from "./book-from-rows.ts";
import { type FollowedAccount, isReady } from "./followed-account.ts";
import { noteIntent, noteRefused } from "./journal-decisions.ts";
import type { AutomatedDraft } from "./order-draft.ts";
import { type PlaceOrder, placeOrder } from "./place-order.ts";
import { endOf, freeSlot, type OrderEnd, syncOrders } from "./sync-orders.ts";
import type { TradingNeeds } from "./trading-needs.ts";

/** Places what was decided, one order after the other. */
export async function actOnIntents(
  needs: TradingNeeds,
  followed: FollowedAccount,
  intents: readonly Intent[],
): Promise<void> {
  const drafts = intents.map((intent) => draftOf(followed, intent));
  for (const { slot } of intents) followed.placing.add(slot);
  for (const draft of drafts) {
    if (isReady(followed, needs.clock.monotonicMs())) await act(needs, followed, draft);
    else giveUp(followed, draft.intent);
  }
}

/** Taken at once, while the book is as it was decided on. */
const draftOf = ({ book, id, lease }: FollowedAccount, intent: Intent): AutomatedDraft => ({
  origin: "automated",
  accountId: id,
  intent,
  trailSince: book.since[intent.slot] as Instant,
  coolDownUntil: book.coolDownUntil[intent.slot] as Instant,
  equity: book.equity,
  collarBps: book.collarBps,
  leaseEpoch: lease.epoch,
});

async function act(
  needs: TradingNeeds,
  followed: FollowedAccount,
  draft: AutomatedDraft,
): Promise<void> {
  const { clock, log } = needs;
  const { intent } = draft;
  const placed = await placeOrder(needs)(draft);
  if (placed.ok) noteIntent(followed, intent);
  else {
    log.warn("intent-refused", { accountId: followed.id, intent, ...placed.refusal });
    noteRefused(followed, intent, placed.refusal, clock.now());
  }
  await followed.turns.take(async () => {
    followed.placing.delete(intent.slot);
    if (placed.ok && isOpen(placed.value.order))
      beginPlaced(followed, intent.slot, placed.value.order);
    else {
      const now = clock.now();
      freeSlot(followed, intent.slot, { endedAt: now, how: endOfPlacing(placed), now });
    }
    await syncOrders(needs, followed);
  });
}

/** The book may have been made anew while the order was not on record yet. */
function beginPlaced({ book, working }: FollowedAccount, slot: number, order: Order): void {
  working.set(slot, order.clientKey);
  if (book.orderWorking[slot] === 0) orderBegan(book, slot, workingOf(order));
}

const endOfPlacing = (placed: Awaited<ReturnType<PlaceOrder>>): OrderEnd => {
  if (placed.ok) return endOf(placed.value.order);
  return placed.refusal.kind === "broker-rejected" ? "refused" : "denied";
};

/** The account lost its footing since the decision: nothing was sent, so nothing cools down. */
function giveUp({ book, placing }: FollowedAccount, { at, slot }: Intent): void {
  placing.delete(slot);
  orderEnded(book, slot, at, true);
}
