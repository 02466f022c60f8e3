import type { Price } from "@sevenfold/domain/money";
import { isStopKind, type RestingOrder, stopOf } from "./resting-order.ts";

/** A price at which an order trades; a limit order pays no slippage. */
export interface Reached {
  readonly price: Price;
  readonly isLimit: boolean;
}

/** What a bar tells of its way: which extreme came first it does not. */
export interface BarWay {
  /** Where an order's life in the bar begins: the open, or the fill that sent it. */
  readonly from: number;
  readonly low: number;
  readonly high: number;
}

/** What an opening gives: its price to market orders, reached stops, and limits it is as good as. */
export function reachedAtOpen(order: RestingOrder, open: number): Reached | undefined {
  if (isStopKind(order.kind)) {
    if (!isBeyond(order, stopOf(order), open)) return undefined;
    trigger(order);
  }
  if (order.kind === "limit" && !isAsGood(order, open)) return undefined;
  return { price: open as Price, isLimit: order.kind === "limit" };
}

/**
 * A stop that the bar reached, at its price: or worse, where the order's life begins beyond it. A
 * stop-limit gets its limit and no better; one whose limit the stop leaves behind waits for the next bar.
 */
export function stopReachedWithin(order: RestingOrder, way: BarWay): Reached | undefined {
  if (!isStopKind(order.kind)) return undefined;
  const stop = stopOf(order);
  if (!isBeyond(order, stop, order.side === "sell" ? way.low : way.high)) return undefined;
  const price = (order.side === "sell" ? Math.min : Math.max)(way.from, stop);
  trigger(order);
  if (order.kind === "market") return { price: price as Price, isLimit: false };
  return isAsGood(order, price) ? { price: order.terms.limit!, isLimit: true } : undefined;
}

/** A limit that the bar touched. */
export function limitReachedWithin(order: RestingOrder, way: BarWay): Reached | undefined {
  if (order.kind !== "limit") return undefined;
  if (!isAsGood(order, order.side === "sell" ? way.high : way.low)) return undefined;
  const limit = order.terms.limit!;
  const price = (order.side === "sell" ? Math.max : Math.min)(way.from, limit);
  return { price: price as Price, isLimit: true };
}

/** From now on it is what it becomes when its stop is reached. */
export function trigger(order: RestingOrder): void {
  order.kind = order.kind === "stop-limit" ? "limit" : "market";
}

/** At the stop, or on the side of it that hurts. */
export const isBeyond = ({ side }: RestingOrder, stop: number, price: number): boolean =>
  side === "sell" ? price <= stop : stop <= price;

/** At the limit, or on the side of it that pleases. */
const isAsGood = ({ side, terms }: RestingOrder, price: number): boolean =>
  side === "sell" ? terms.limit! <= price : price <= terms.limit!;
