import type { OrderView } from "@sevenfold/contract/orders";
import { useSyncExternalStore } from "react";
import { onForget } from "../api/signed-in.ts";
import { priceText, sharesText } from "../ui/figures.ts";
import { tell } from "../ui/notices.ts";

type Order = Pick<
  OrderView,
  "averagePrice" | "clientKey" | "filled" | "message" | "quantity" | "side" | "status" | "ticker"
>;

export const TO_ORDERS = { label: "Orders", to: "/trades?view=orders" } as const;

/** Orders of this page's own that had not ended when they were told, and when that was. */
let placed: ReadonlyMap<string, number> = new Map();
/** What was said at first can be read before the end takes its place. */
const TOLD_AFTER_MS = 3_000;
const listeners = new Set<() => void>();

/** Says how an order stands that was just sent, and that it is followed where it has not ended. */
export function tellPlaced(order: Order, sentence: string, title = "Order Placed Successfully") {
  if (order.status === "unknown")
    tell({
      tone: "error",
      title: "Outcome Unknown",
      details: `${sentence} It was sent, and no answer came: it may be at the broker. Do not send it again; Sevenfold finds out.`,
      action: TO_ORDERS,
    });
  else tell({ tone: "success", title, details: [sentence, standingWords(order)].join(" ") });
  if (!ENDED.has(order.status)) become(new Map([...placed, [order.clientKey, Date.now()]]));
}

/** What the orders say now: each that has ended is told once. */
export function followPlaced(orders: readonly Order[], now: number): void {
  const ended = orders.filter(({ clientKey, status }) => {
    const toldAt = placed.get(clientKey);
    return toldAt !== undefined && ENDED.has(status) && TOLD_AFTER_MS <= now - toldAt;
  });
  if (ended.length === 0) return;
  const gone = new Set(ended.map(({ clientKey }) => clientKey));
  become(new Map([...placed].filter(([clientKey]) => !gone.has(clientKey))));
  for (const order of ended) tellEnd(order);
}

export const forgetPlaced = (): void => become(new Map());
onForget(forgetPlaced);

export const useHasPlaced = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => 0 < placed.size,
  );

function become(next: ReadonlyMap<string, number>): void {
  placed = next;
  for (const listener of listeners) listener();
}

const ENDED: ReadonlySet<Order["status"]> = new Set([
  "filled",
  "canceled",
  "expired",
  "rejected",
  "denied",
]);

function tellEnd(order: Order): void {
  const { quantity, side, status, ticker } = order;
  const name = `${side === "BUY" ? "Buy" : "Sell"} ${sharesText(quantity)} ${ticker}`;
  if (status === "filled")
    tell({ tone: "success", title: "Order Filled", details: `${name}: ${standingWords(order)}` });
  else
    tell({
      tone: "error",
      title: "Order Ended",
      details: `${name}: ${standingWords(order)}`,
      action: TO_ORDERS,
    });
}

/** How it stands, in a sentence. */
function standingWords({ averagePrice, filled, message, quantity, status }: Order): string {
  const part = `${sharesText(filled)} of ${sharesText(quantity)}`;
  switch (status) {
    case "filled":
      return averagePrice === null ? "Filled." : `Filled at ${priceText(averagePrice)}.`;
    case "partially-filled":
      return `${part} filled; the rest is working at the broker.`;
    case "working":
      return "Working at the broker.";
    case "suspended":
      return message ?? "The broker holds it.";
    case "intent":
    case "submitting":
    case "unknown":
      return "It is being sent.";
    case "cancel-pending":
      return "It is being canceled.";
    case "canceled":
    case "expired":
      return `${status === "canceled" ? "Canceled" : "Expired"}, ${part} filled.`;
    case "rejected":
    case "denied":
      return message ?? (status === "denied" ? "It was not sent." : "The broker refused it.");
  }
}
