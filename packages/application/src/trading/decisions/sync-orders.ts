import { addSymbol } from "@sevenfold/domain/book";
import {
  orderBegan,
  orderEnded,
  otherOrderBegan,
  otherOrderEnded,
  releaseWorking,
  reserveCash,
  startCoolDown,
} from "@sevenfold/domain/book-orders";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { money } from "@sevenfold/domain/money";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

import { workingOf } from "../account/book-from-rows.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import { noteOpen, noteOrder } from "../account/orders-known.ts";
import { noteStops } from "../account/stop-board.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { noteUnfilled } from "./journal-decisions.ts";

/** A symbol whose order failed is left alone this long, the stop included. */
const CLOSED_MS = MINUTE_MS / 6;
/** What came to nothing will come to nothing again: each time the wait doubles, up to this. */
export const CLOSED_MAX_MS = 10 * MINUTE_MS;

/** What we did not send ourselves may be right a moment later. */
const DENIED_MAX_MS = MINUTE_MS;

type Needs = Pick<TradingNeeds, "clock" | "storage">;

/**
 * Brings the book's marks of orders at work in line with the rows, which are read where they are not known.
 * Inside the account's mutex only.
 */
export async function syncOrders(
  { clock, storage }: Needs,
  followed: FollowedAccount,
  known?: readonly Order[],
): Promise<void> {
  const open = known ?? (await storage.read.orders.open(followed.id));
  noteOpen(followed.orders, open);
  const ended: Order[] = [];
  const openKeys = new Set(open.map(({ clientKey }) => clientKey));
  for (const key of followed.working.values()) {
    if (openKeys.has(key)) continue;
    const order = followed.orders.get(key) ?? (await storage.read.orders.byKey(key));
    if (order && !isOpen(order)) ended.push(order);
  }
  for (const order of ended) endAutomated(followed, order, clock.monotonicMs());
  for (const ticker of noteStops(followed.stops, open, clock.monotonicMs(), followed.orders))
    openAfterStop(followed, addSymbol(followed.book, ticker));
  for (const order of open)
    if (isOwnStop(order)) addSymbol(followed.book, order.ticker);
    else if (order.origin === "automated") beginAutomated(followed, order, openKeys);
    else trackOther(followed, order);
  for (const [key, { slot, reservedCash }] of followed.others) {
    if (openKeys.has(key)) continue;
    otherOrderEnded(followed.book, slot);
    reserveCash(followed.book, money(-reservedCash));
    followed.others.delete(key);
  }
}

/**
 * The same of an order whose row was just read or written, where it is the one of its symbol; anything
 * out of the ordinary is found out from all rows. Inside the account's mutex only.
 */
export async function syncOne(
  needs: Needs,
  followed: FollowedAccount,
  order: Order | undefined,
): Promise<void> {
  if (order) noteOrder(followed.orders, order);
  if (!order || !isPlain(followed, order)) return syncOrders(needs, followed);
  if (isOpen(order)) beginAutomated(followed, order, NONE);
  else if (followed.working.get(followed.book.slots.get(order.ticker)!) === order.clientKey)
    endAutomated(followed, order, needs.clock.monotonicMs());
}

const NONE: ReadonlySet<string> = new Set();

/** An order of the rule's, whose symbol no other order stands for; one being placed waits for its answer. */
function isPlain({ book, placing, working }: FollowedAccount, order: Order): boolean {
  if (order.origin !== "automated" || isOwnStop(order)) return false;
  const slot = book.slots.get(order.ticker);
  if (slot === undefined) return false;
  const { clientKey } = order;
  return (
    (placing.get(slot) ?? clientKey) === clientKey && (working.get(slot) ?? clientKey) === clientKey
  );
}

/** Two of a symbol are open where one was given up and arrived after all: the slot stays the other's. */
function beginAutomated(
  { book, placing, working }: FollowedAccount,
  order: Order,
  open: ReadonlySet<string>,
): void {
  const slot = addSymbol(book, order.ticker);
  if (placing.has(slot) || open.has(working.get(slot) ?? "")) return;
  working.set(slot, order.clientKey);
  orderBegan(book, slot, workingOf(order));
}

function endAutomated(followed: FollowedAccount, order: Order, nowMs: number): void {
  const slot = followed.book.slots.get(order.ticker)!;
  followed.working.delete(slot);
  if (order.filled === 0) noteUnfilled(followed, slot, order);
  freeSlot(followed, slot, { endedAt: order.updatedAt, how: endOf(order), nowMs });
}

/** "denied": nothing was sent, so nothing cools down. */
export type OrderEnd = "filled" | "refused" | "unfilled" | "denied";

/** How an order ended, as far as its symbol's next one is concerned. */
export const endOf = ({ filled, status }: Pick<Order, "filled" | "status">): OrderEnd => {
  if (0 < filled) return "filled";
  if (status === "denied") return "denied";
  return status === "rejected" ? "refused" : "unfilled";
};

/**
 * Opens the slot again after its order ended. Unfilled, it first stays closed for a moment: the
 * cool-down that starts then does not bind a stop, which would otherwise be sent at every price. What
 * was denied and never sent starts none.
 */
export function freeSlot(
  {
    book,
    closedUntil,
    inVain,
    working,
  }: Pick<FollowedAccount, "book" | "closedUntil" | "inVain" | "working">,
  slot: number,
  end: { readonly endedAt: Instant; readonly how: OrderEnd; readonly nowMs: number },
): void {
  const { endedAt, how, nowMs } = end;
  if (how === "filled") {
    inVain.delete(slot);
    orderEnded(book, slot, endedAt, true);
    return;
  }
  // One that was refused because another is at work takes nothing from that one.
  if (!working.has(slot)) releaseWorking(book, slot);
  const doublings = inVain.get(slot) ?? 0;
  inVain.set(slot, doublings + 1);
  const isDenied = how === "denied";
  // By the setting of now, though the slot opens later.
  if (!isDenied) startCoolDown(book, slot, endedAt);
  const waitMs = Math.min(CLOSED_MS * 2 ** doublings, isDenied ? DENIED_MAX_MS : CLOSED_MAX_MS);
  const held = book.held[slot] ?? 0;
  closedUntil.set(slot, { untilMs: nowMs + waitMs, endedAt, isDenied, held });
}

/** What was denied for a stop that had not ended need not wait any longer. */
function openAfterStop(followed: SlotsToOpen, slot: number): void {
  const closed = followed.closedUntil.get(slot);
  if (closed?.isDenied) openSlot(followed, slot, closed);
}

type SlotsToOpen = Pick<FollowedAccount, "book" | "closedUntil" | "placing" | "working">;
type Closed = FollowedAccount["closedUntil"] extends ReadonlyMap<number, infer One> ? One : never;

/** Opens the slots whose moment is over, and those that shares have come to: no refusal of before is of them. */
export function reopenSlots(
  followed: SlotsToOpen & Pick<FollowedAccount, "inVain">,
  nowMs: number,
): void {
  const { book, closedUntil, inVain } = followed;
  for (const [slot, closed] of closedUntil) {
    const isBought = closed.held < book.held[slot]!;
    if (isBought) inVain.delete(slot);
    if (isBought || closed.untilMs <= nowMs) openSlot(followed, slot, closed);
  }
}

/** One that another order has taken meanwhile stays that one's. */
function openSlot(
  { book, closedUntil, placing, working }: SlotsToOpen,
  slot: number,
  { endedAt }: Closed,
): void {
  closedUntil.delete(slot);
  if (!placing.has(slot) && !working.has(slot)) orderEnded(book, slot, endedAt, true);
}

function trackOther({ book, others }: FollowedAccount, order: Order): void {
  const known = others.get(order.clientKey);
  const slot = known?.slot ?? addSymbol(book, order.ticker);
  if (!known) otherOrderBegan(book, slot);
  const more = order.reservedCash - (known?.reservedCash ?? 0);
  if (more !== 0) reserveCash(book, money(more));
  others.set(order.clientKey, { slot, reservedCash: order.reservedCash });
}
