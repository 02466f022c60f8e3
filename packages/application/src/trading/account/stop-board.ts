import type { Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

/** What the worker knows of the stops that it rests at the broker. */
export interface StopBoard {
  /** Those on record that have not ended, by key. */
  readonly open: Map<string, Order>;
  /** When the last one of a symbol ended, as far as it was heard, by the clock that never steps. */
  readonly endedAtMs: Map<Ticker, number>;
  /** What was not heard of may have ended before this. */
  readonly sinceMs: number;
  /** Symbols about whose stop something is being written or sent. */
  readonly underWay: Set<Ticker>;
  /** Symbols left alone for a while: a stop of theirs could not be placed, so often in a row. */
  readonly puttingOff: Map<Ticker, { readonly untilMs: number; readonly count: number }>;
}

export function openStopBoard(openOrders: readonly Order[], sinceMs: number): StopBoard {
  const board: StopBoard = {
    open: new Map(),
    endedAtMs: new Map(),
    sinceMs,
    underWay: new Set(),
    puttingOff: new Map(),
  };
  noteStops(board, openOrders, sinceMs);
  return board;
}

/** Takes over which stops are open. Answers the symbols of those that have ended since. */
export function noteStops(
  board: StopBoard,
  openOrders: readonly Order[],
  nowMs: number,
): readonly Ticker[] {
  const ended: Ticker[] = [];
  const open = new Map(openOrders.filter(isOwnStop).map((order) => [order.clientKey, order]));
  for (const [key, { ticker }] of board.open)
    if (!open.has(key)) {
      board.open.delete(key);
      board.endedAtMs.set(ticker, nowMs);
      ended.push(ticker);
    }
  for (const [key, order] of open) board.open.set(key, order);
  return ended;
}

/** How long ago the symbol's last one ended, as far as it was heard. */
export const stopEndedMsAgo = (
  { endedAtMs, sinceMs }: Pick<StopBoard, "endedAtMs" | "sinceMs">,
  ticker: Ticker,
  nowMs: number,
): number => nowMs - (endedAtMs.get(ticker) ?? sinceMs);

/** Notes how one stands whose answer has just come. */
export function noteStop(board: StopBoard, order: Order, nowMs: number): void {
  if (isOpen(order)) board.open.set(order.clientKey, order);
  else {
    board.open.delete(order.clientKey);
    board.endedAtMs.set(order.ticker, nowMs);
  }
}

/** Whether news of any of them is due: it is being sent, taken back, or without an answer. */
export const hasStopInMotion = ({ open }: Pick<StopBoard, "open">): boolean => {
  for (const order of open.values()) if (!isAtRest(order)) return true;
  return false;
};

/** A stop of ours that the broker has and nobody wants back: no news of it is due. */
export const isAtRest = (order: Order): boolean =>
  isOwnStop(order) &&
  order.brokerOrderId !== undefined &&
  (order.status === "working" || order.status === "partially-filled");
