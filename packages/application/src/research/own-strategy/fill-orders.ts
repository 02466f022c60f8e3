import { dollarsOf, money, type Price } from "@sevenfold/domain/money";
import { isOpen, openQuantity } from "@sevenfold/domain/order";
import type { BacktestTrade } from "../backtest/backtest-report.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { tradesThrough } from "../backtest/bar-columns.ts";
import { fillOrder } from "../backtest/fill-order.ts";
import { sharesOf } from "../parts/parts-of-shares.ts";
import { end, keepFor, leave, type OrderDesk, pairUp, place } from "./order-desk.ts";
import {
  type BarWay,
  isBeyond,
  limitReachedWithin,
  type Reached,
  reachedAtOpen,
  stopReachedWithin,
  trigger,
} from "./order-reach.ts";
import { followBest, type RestingOrder, stopOf } from "./resting-order.ts";
import type { OrderFill } from "./strategy-interface.ts";

/** Lets orders meet the openings of one instant, in the order they were sent. */
export function fillAtOpenings(desk: OrderDesk, slots: readonly number[]): void {
  for (const order of openBySending(desk, slots))
    if (isStillOpen(desk, order)) meetOpening(desk, order, desk.next[order.slot]!);
}

/** A list of its own, since what fills leaves the desk's. */
const openBySending = ({ open }: OrderDesk, slots: readonly number[]): readonly RestingOrder[] =>
  slots.length === 1
    ? open[slots[0]!]!.slice()
    : slots.flatMap((slot) => open[slot]!).sort(bySending);

const bySending = (one: RestingOrder, other: RestingOrder): number => one.id - other.id;

/** An order for the day of an earlier opening has expired. */
function meetOpening(desk: OrderDesk, order: RestingOrder, bar: number): void {
  const { work, isGtc, opensFrom } = order;
  const columns = desk.run.columns[order.slot]!;
  if (bar < opensFrom || columns.opensInSession?.[bar] === 0) return;
  if (!isGtc && work.day !== undefined && work.day !== columns.day[bar]) {
    end(desk, order, { kind: "day-over", ...(order.isVolumeShort && { isVolumeShort: true }) });
    return;
  }
  work.day ??= columns.day[bar]!;
  if (isHeldUp(desk, order, columns.opensAt[bar]!)) return;
  const open = columns.open[bar]!;
  const reached = reachedAtOpen(order, open);
  if (reached === undefined) followBest(order, open);
  else trade(desk, order, { bar, reached, isWithin: false });
}

/**
 * Lets the slot's orders meet what a bar was between its open and its close. Which extreme came first
 * it does not say, so that what hurts is taken to be first: stops, then limits; a stop that a fill of
 * this bar sent may be reached in it, a profit may not; and a trailing stop follows the bar's best
 * price only once its worst has missed it. docs/strategies.md#within-a-bar
 */
export function fillWithinBar(desk: OrderDesk, slot: number, bar: number): void {
  const columns = desk.run.columns[slot]!;
  if (!tradesThrough(columns, bar)) return;
  const alive = (order: RestingOrder) =>
    order.restsFrom <= bar &&
    order.triedBar !== bar &&
    !isHeldUp(desk, order, columns.opensAt[bar]!);
  for (;;) {
    const found = firstReached(desk.open[slot]!.filter(alive), columns, bar);
    if (found === undefined) break;
    found.order.triedBar = bar;
    trade(desk, found.order, { bar, reached: found.reached, isWithin: true });
  }
  for (const order of desk.open[slot]!.filter(alive)) {
    // A market order is for openings: its day is that of the first.
    if (order.kind !== "market") order.work.day ??= columns.day[bar]!;
    if (order.kind === "trailing-stop") trail(desk, order, bar);
  }
}

interface Found {
  readonly order: RestingOrder;
  readonly reached: Reached;
}

function firstReached(
  orders: readonly RestingOrder[],
  columns: BarColumns,
  bar: number,
): Found | undefined {
  for (const reach of [stopReachedWithin, limitReachedWithin])
    for (const order of orders) {
      const reached = reach(order, wayOf(columns, bar, order));
      if (reached !== undefined) return { order, reached };
    }
  return undefined;
}

/** Of bars without a range, what is known of it. */
function wayOf({ open, high, low, close }: BarColumns, bar: number, order: RestingOrder): BarWay {
  const isBorn = order.bornAt !== undefined && order.restsFrom === bar;
  return {
    from: isBorn ? order.bornAt! : open[bar]!,
    low: low?.[bar] ?? Math.min(open[bar]!, close[bar]!),
    high: high?.[bar] ?? Math.max(open[bar]!, close[bar]!),
  };
}

/** After the best price of the bar; where the close lies beyond the stop by then, the way led over it. */
function trail(desk: OrderDesk, order: RestingOrder, bar: number): void {
  const columns = desk.run.columns[order.slot]!;
  const { high, low } = wayOf(columns, bar, order);
  const close = columns.close[bar]!;
  const isBorn = order.bornAt !== undefined && order.restsFrom === bar;
  followBest(order, isBorn ? close : order.side === "sell" ? high : low);
  const stop = stopOf(order);
  if (!isBeyond(order, stop, close)) return;
  trigger(order);
  order.triedBar = bar;
  trade(desk, order, {
    bar,
    reached: { price: stop as Price, isLimit: false },
    isWithin: true,
  });
}

/** Fills the market orders of an instant at its closes, in the order they were sent. */
export function fillAtCloses(desk: OrderDesk, slots: readonly number[]): void {
  const { run, when } = desk;
  for (const order of openBySending(desk, slots)) {
    const bar = run.bars[order.slot]!;
    const isNew = order.work.intent.at === when.at && order.triedBar !== bar;
    if (order.kind !== "market" || !isNew || !isStillOpen(desk, order)) continue;
    order.triedBar = bar;
    const price = run.columns[order.slot]!.close[bar]! as Price;
    trade(desk, order, { bar, reached: { price, isLimit: false }, isWithin: false });
  }
}

/**
 * As the built-in rule's targets do, one rests from the first opening after the cool-down: and so never
 * within the bar that its shares were bought in.
 */
const isHeldUp = ({ run }: OrderDesk, { isTarget, slot }: RestingOrder, opensAt: number): boolean =>
  isTarget && opensAt < run.book.coolDownUntil[slot]!;

const isStillOpen = ({ run }: OrderDesk, { work }: RestingOrder): boolean =>
  isOpen(run.orders[work.number]!);

interface Meeting {
  readonly bar: number;
  readonly reached: Reached;
  /** Between open and close: when is not known. */
  readonly isWithin: boolean;
}

/** Trades an order that was reached, and does what follows from it. */
function trade(desk: OrderDesk, order: RestingOrder, { bar, reached, isWithin }: Meeting): void {
  const { run, when } = desk;
  // A stop that was reached is sold at once or as a market order: no profit is waited for beside it.
  if (order.pair !== undefined && order.kind === "market")
    end(desk, order.pair, { kind: "other-filled" });
  const before = run.isTallied ? 0 : run.trades.length;
  const { price, isLimit } = reached;
  const isOpenStill = fillOrder(run, order.work, { at: when.at, bar, price, isLimit });
  keepFor(desk, order);
  // One, or two where it crossed zero.
  for (const fill of run.trades.slice(before)) {
    noteFill(desk, order, fill);
    if (order.pair !== undefined) shrinkPair(desk, order.pair, fill.quantity);
    if (order.bracket !== undefined && fill.effect !== "close")
      sendBracket(desk, order, { bar, isWithin, ...fill });
  }
  if (isOpenStill) {
    order.isVolumeShort = true;
    return;
  }
  const { status } = run.orders[order.work.number]!;
  leave(desk, order, status === "filled" ? undefined : "cash");
}

function noteFill(desk: OrderDesk, order: RestingOrder, fill: BacktestTrade): void {
  const { slot } = order;
  desk.notes.push(desk.hears.fills ? { slot, fill: toldFill(desk, order, fill) } : { slot });
}

const toldFill = (desk: OrderDesk, { id }: RestingOrder, fill: BacktestTrade): OrderFill =>
  Object.freeze({
    orderId: id,
    symbol: fill.ticker,
    side: fill.side,
    shares: sharesOf(fill.quantity, desk.run.book.partsPerShare),
    price: dollarsOf(fill.price),
    fee: dollarsOf(fill.fee),
    at: fill.at,
  });

/** The other order of a pair sells what is left to sell. */
function shrinkPair(desk: OrderDesk, other: RestingOrder, sold: number): void {
  const { pair, slot, side, terms, isGtc, isTarget, parentId } = other;
  const left = openQuantity(desk.run.orders[other.work.number]!) - sold;
  end(desk, other, { kind: "other-filled" });
  if (left < 1) return;
  const sale = { slot, side, shares: left, terms, isGtc, isTarget, reservedCash: money(0) };
  const next = place(desk, { ...sale, ...(parentId !== undefined && { parentId }) });
  next.extreme = other.extreme;
  pairUp(pair!, next);
}

interface Filled {
  readonly bar: number;
  readonly isWithin: boolean;
  readonly quantity: number;
  readonly price: number;
}

/** What a fill is protected by: of shares bought within a bar, a stop at once and a profit from the next. */
function sendBracket(desk: OrderDesk, parent: RestingOrder, filled: Filled): void {
  const { slot, id: parentId } = parent;
  const { takeProfit: limit, stopLoss } = parent.bracket!;
  const sent = { slot, side: "sell", shares: filled.quantity, isGtc: true, parentId } as const;
  const sale = { ...sent, reservedCash: money(0) };
  const born = filled.isWithin ? { born: { bar: filled.bar, price: filled.price } } : {};
  const target =
    limit === undefined
      ? undefined
      : place(desk, {
          ...sale,
          terms: { kind: "limit", limit },
          isTarget: true,
          ...born,
        });
  const stop =
    stopLoss === undefined ? undefined : place(desk, { ...sale, terms: stopLoss, ...born });
  if (target !== undefined && stop !== undefined) pairUp(target, stop);
}
