import { reserveCash } from "@sevenfold/domain/book-orders";
import { money } from "@sevenfold/domain/money";
import { openQuantity } from "@sevenfold/domain/order";
import { end, type OrderDesk, pairUp, place, submit } from "./order-desk.ts";
import { readChange } from "./order-request.ts";
import type { RestingOrder } from "./resting-order.ts";

/** The order, while it is open. */
export function openOrderOf(desk: OrderDesk, id: number): RestingOrder | undefined {
  const order = desk.orders[id - 1];
  if (order === undefined || "status" in order) return undefined;
  return desk.open[order.slot]!.includes(order) ? order : undefined;
}

/** Takes an order back, and its pair with it; answers whether it was open. */
export function cancel(desk: OrderDesk, id: number): boolean {
  const order = openOrderOf(desk, id);
  if (order === undefined || order.work.isForced) return false;
  const { pair } = order;
  end(desk, order, { kind: "taken-back" });
  if (pair !== undefined) end(desk, pair, { kind: "taken-back" });
  return true;
}

/**
 * Sends an order of other terms in the place of an open one: its bracket and its pair become the new
 * one's. What it kept aside counts for the new one; where that is denied, the old one stays.
 */
export function replace(desk: OrderDesk, id: number, change: unknown): number | undefined {
  const old = openOrderOf(desk, id);
  if (old === undefined || old.work.isForced) return undefined;
  const left = openQuantity(desk.run.orders[old.work.number]!);
  const { terms, shares } = readChange(
    change,
    { terms: old.terms, shares: left },
    desk.run.book.partsPerShare,
  );
  const { pair, slot, side, isGtc, isTarget, parentId, bracket } = old;
  if (pair !== undefined) {
    // Both halves of a pair sell the same shares: only its terms may change.
    end(desk, old, { kind: "replaced" });
    const sale = { slot, side, shares: left, isGtc, isTarget, reservedCash: money(0) };
    const next = place(desk, { ...sale, terms, ...(parentId !== undefined && { parentId }) });
    pairUp(next, pair);
    return next.id;
  }
  const { reserved } = old;
  if (reserved !== 0) reserveCash(desk.run.book, money(-reserved));
  const list = desk.open[slot]!;
  list.splice(list.indexOf(old), 1);
  const next = submit(desk, {
    ...{ slot, side, shares, terms, isGtc, isPair: false },
    bracket,
  });
  list.unshift(old);
  list.sort((one, other) => one.id - other.id);
  if (reserved !== 0) reserveCash(desk.run.book, money(reserved));
  if (!("status" in desk.orders[next - 1]!)) end(desk, old, { kind: "replaced" });
  return next;
}

/** Whether a margin call's order is open: no strategy takes it back. */
export const isCovering = ({ open }: OrderDesk, slot: number): boolean =>
  open[slot]!.some(({ work }) => work.isForced);

/** Takes back the slot's open orders and sells what is held of it at the market, or buys back what is owed. */
export function close(desk: OrderDesk, slot: number): number | undefined {
  if (isCovering(desk, slot)) return undefined;
  for (const order of [...desk.open[slot]!])
    if (desk.open[slot]!.includes(order)) end(desk, order, { kind: "taken-back" });
  const held = desk.run.book.held[slot]!;
  if (held === 0) return undefined;
  return submit(desk, {
    slot,
    side: held < 0 ? "buy" : "sell",
    shares: Math.abs(held),
    terms: { kind: "market" },
    isGtc: false,
    bracket: undefined,
    isPair: false,
  });
}
