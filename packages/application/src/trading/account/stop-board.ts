import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { isOpen, type Order } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";

/** What the worker knows of the stops that it rests at the broker. */
export interface StopBoard {
  /** Those on record that have not ended, by key. */
  readonly open: Map<string, Order>;
  /** Since when each of them has been on record, by the clock that never steps; what it began with rested before. */
  readonly openFromMs: Map<string, number>;
  /** When the last one of a symbol ended, as far as it was heard, by that clock. */
  readonly endedAtMs: Map<Ticker, number>;
  /** What was not heard of may have ended before this. */
  readonly sinceMs: number;
  /** Symbols about whose stop something is being written or sent. */
  readonly underWay: Set<Ticker>;
  /** Symbols left alone for a while: a stop of theirs came to nothing, so often in a row. */
  readonly puttingOff: Map<Ticker, { readonly untilMs: number; readonly count: number }>;
}

/** A stop that came to nothing is followed by one after this, each time twice as long as before. */
const AGAIN_AFTER_MS = 10_000;
const AGAIN_AFTER_MAX_MS = 10 * MINUTE_MS;
/** One that ends sooner, and that nobody wanted back, has protected nothing: the next may fare no better. */
const RESTED_MS = MINUTE_MS;

export function openStopBoard(openOrders: readonly Order[], sinceMs: number): StopBoard {
  const board: StopBoard = {
    open: new Map(),
    openFromMs: new Map(),
    endedAtMs: new Map(),
    sinceMs,
    underWay: new Set(),
    puttingOff: new Map(),
  };
  noteStops(board, openOrders, Number.NEGATIVE_INFINITY);
  return board;
}

/**
 * Takes over which stops are open, and from `known` what else was heard of those that have ended since.
 * Answers the symbols of these.
 */
export function noteStops(
  board: StopBoard,
  openOrders: readonly Order[],
  nowMs: number,
  known: ReadonlyMap<string, Order> = board.open,
): readonly Ticker[] {
  const ended: Ticker[] = [];
  const open = new Map(openOrders.filter(isOwnStop).map((order) => [order.clientKey, order]));
  for (const [key, order] of board.open)
    if (!open.has(key)) {
      noteEnd(board, known.get(key) ?? order, nowMs);
      ended.push(order.ticker);
    }
  for (const order of open.values()) noteOpen(board, order, nowMs);
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
  if (isOpen(order)) noteOpen(board, order, nowMs);
  else noteEnd(board, order, nowMs);
}

function noteOpen(board: StopBoard, order: Order, nowMs: number): void {
  const { clientKey } = order;
  board.open.set(clientKey, order);
  if (!board.openFromMs.has(clientKey)) board.openFromMs.set(clientKey, nowMs);
}

function noteEnd(board: StopBoard, { clientKey, filled, ticker }: Order, nowMs: number): void {
  const isWantedBack = board.open.get(clientKey)?.status === "cancel-pending";
  const openMs = nowMs - (board.openFromMs.get(clientKey) ?? nowMs);
  board.open.delete(clientKey);
  board.openFromMs.delete(clientKey);
  board.endedAtMs.set(ticker, nowMs);
  if (RESTED_MS <= openMs) board.puttingOff.delete(ticker);
  else if (!isWantedBack && filled === 0) putOffStop(board, ticker, nowMs, "came-to-nothing");
}

/** Leaves a symbol alone for a while: longer each time that a stop of it came to nothing once more. */
export function putOffStop(
  { puttingOff }: Pick<StopBoard, "puttingOff">,
  ticker: Ticker,
  nowMs: number,
  because: "nothing-to-do" | "came-to-nothing",
): void {
  const before = puttingOff.get(ticker)?.count ?? 0;
  if (because === "nothing-to-do")
    return void puttingOff.set(ticker, { untilMs: nowMs + AGAIN_AFTER_MS, count: before });
  const waitMs = Math.min(AGAIN_AFTER_MS * 2 ** before, AGAIN_AFTER_MAX_MS);
  puttingOff.set(ticker, { untilMs: nowMs + waitMs, count: before + 1 });
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
