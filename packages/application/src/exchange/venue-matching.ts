import { type Instant, instant, type Quote } from "@sevenfold/domain/market";
import { BPS_PER_ONE, mulDivCeil, mulDivFloor, type Price, tickOf } from "@sevenfold/domain/money";

import { chanceKey, chanceUnit } from "../chance/node-chance.ts";
import { type ShareCount, shareCount } from "./share-count.ts";
import { quoteAround, type SimulatedMarket } from "./simulated-market.ts";
import { awaitsTrigger, isFleeting, submittedAt, type VenueOrder } from "./venue-order.ts";
import { slotNumber, slotTime } from "./venue-slots.ts";

/** One fill in ten comes in two or more parts. */
const PARTIAL_SHARE = 0.1;

/** The price this order trades at against the quote; undefined when it does not cross. */
export function crossingPrice(
  order: Pick<VenueOrder, "limit" | "side">,
  { bid, ask }: Quote,
): Price | undefined {
  if (order.side === "buy")
    return order.limit === undefined || ask <= order.limit ? ask : undefined;
  return order.limit === undefined || order.limit <= bid ? bid : undefined;
}

/** An order meets prices of later slots only: never the one it was sent in, nor one it traded in. */
export const firstSlotOf = (order: VenueOrder): number =>
  slotNumber(order.fills === 0 ? submittedAt(order) : order.updatedAt) + 1;

/** How many of the open shares trade now. A function of the client's own id: sent again to a market like this one, the order splits alike. */
export function tradedQuantity(order: VenueOrder): ShareCount {
  const left = order.quantity - order.filled;
  const key = chanceKey(order.fills, order.clientOrderId);
  // Of two orders for the same shares one trades whole, or both could.
  const isWhole = order.timeInForce === "fok" || (order.group && order.group.role !== "parent");
  const isSplit = 1 < left && !isWhole && chanceUnit(key, 0) < PARTIAL_SHARE;
  return shareCount(isSplit ? 1 + Math.floor(chanceUnit(key, 1) * (left - 1)) : left);
}

/** What a resting order meets first in a stretch of slots. */
export interface Meeting {
  readonly slot: number;
  readonly kind: "trade" | "trigger" | "mark";
  /** Of a trailing stop: the best price up to then. */
  readonly mark?: Price;
}

/** The first thing that happens to an open order in the slots [from, to), all of them trading. */
export function meetingIn(
  order: VenueOrder,
  market: SimulatedMarket,
  from: number,
  to: number,
): Meeting | undefined {
  if (awaitsTrigger(order)) {
    if (order.trail) return trailMeeting(order, market, from, to);
    const slot = firstSlotWhere(order, market, { from, to }, ({ low, high }) =>
      order.side === "buy" ? order.stop! <= high : low <= order.stop!,
    );
    return slot === undefined ? undefined : { slot, kind: "trigger" };
  }
  if (order.limit === undefined || isFleeting(order)) return { slot: from, kind: "trade" };
  const spreadBps = market.spreadAt(order.ticker, slotTime(from));
  // Bid and ask rise and fall with the price: whether the extremes cross tells whether any slot does.
  const slot = firstSlotWhere(order, market, { from, to }, ({ low, high }) => {
    const best = order.side === "buy" ? low : high;
    return (
      crossingPrice(order, quoteAround(order.ticker, best, instant(0), spreadBps)) !== undefined
    );
  });
  return slot === undefined ? undefined : { slot, kind: "trade" };
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The first slot whose price passes, found by halving: extremes of a stretch are cheap to ask for. */
function firstSlotWhere(
  { ticker }: VenueOrder,
  market: SimulatedMarket,
  { from, to }: Stretch,
  passes: (extremes: { readonly low: Price; readonly high: Price }) => boolean,
): number | undefined {
  const isIn = (start: number, end: number): boolean => {
    if (end - start === 1) {
      const price = market.priceAt(ticker, slotTime(start));
      return passes({ low: price, high: price });
    }
    const bar = market.barOf(ticker, slotTime(start), slotTime(end));
    return bar !== undefined && passes(bar);
  };
  if (!isIn(from, to)) return undefined;
  let [first, end] = [from, to];
  while (1 < end - first) {
    const middle = Math.floor((first + end) / 2);
    if (isIn(first, middle)) end = middle;
    else first = middle;
  }
  return first;
}

/** Stretches no longer than this are walked; longer ones are passed over where nothing can be met. */
const WALKED_SLOTS_MAX = 64;

/** A trailing stop walks with the tape: its trigger depends on every best price since it began. */
function trailMeeting(
  order: VenueOrder,
  market: SimulatedMarket,
  from: number,
  to: number,
): Meeting | undefined {
  const { ticker } = order;
  const isBuy = order.side === "buy";
  const at = (slot: number): Price => market.priceAt(ticker, slotTime(slot));
  let mark = order.mark ?? at(from);
  const isBetter = (price: Price) => (isBuy ? price < mark : mark < price);
  const isMet = (price: Price) =>
    isBuy ? trailTrigger(order, mark) <= price : price <= trailTrigger(order, mark);

  function walk(start: number, end: number): number | undefined {
    if (WALKED_SLOTS_MAX < end - start) {
      const bar = market.barOf(ticker, slotTime(start), slotTime(end));
      if (bar && ![bar.low, bar.high].some((price) => isBetter(price) || isMet(price)))
        return undefined;
      const middle = Math.floor((start + end) / 2);
      return walk(start, middle) ?? walk(middle, end);
    }
    for (let slot = start; slot < end; slot += 1) {
      const price = at(slot);
      if (isBetter(price)) mark = price;
      if (isMet(price)) return slot;
    }
    return undefined;
  }

  const slot = walk(from, to);
  if (slot !== undefined) return { slot, kind: "trigger", mark };
  return mark === order.mark ? undefined : { slot: to - 1, kind: "mark", mark };
}

/** Where a trailing stop whose best price is `mark` is met, on the tick. */
export function trailTrigger({ side, trail }: VenueOrder, mark: Price): Price {
  if (trail === undefined) return mark;
  const behind = trail.by === "price" ? trail.distance : mulDivFloor(mark, trail.bps, BPS_PER_ONE);
  const raw = Math.max(1, side === "sell" ? mark - behind : mark + behind);
  const tick = tickOf(raw);
  return ((side === "sell" ? Math.floor(raw / tick) : mulDivCeil(raw, 1, tick)) * tick) as Price;
}

/** The instant a slot's events are dated: its start, or now while it lasts. */
export const slotInstant = (slot: number, now: Instant): Instant =>
  slot === slotNumber(now) ? now : slotTime(slot);
