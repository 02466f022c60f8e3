import { invariant } from "@sevenfold/domain/invariant";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

import { type ShareCount, shareCount, sharesFor, worthOf } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueChanges } from "./venue-changes.ts";
import { tradingStretches, type VenueCalendar } from "./venue-hours.ts";
import { powerFor } from "./venue-margin.ts";
import {
  crossingPrice,
  firstSlotOf,
  type Meeting,
  meetingIn,
  slotInstant,
  tradedQuantity,
} from "./venue-matching.ts";
import { awaitsTrigger, hasEnded, isClosing, isFleeting, type VenueOrder } from "./venue-order.ts";
import { sharesHeldForOrders } from "./venue-room.ts";
import { slotFor, slotNumber } from "./venue-slots.ts";

export interface AdvanceNeeds {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  /** Open orders open and expire, and nothing more. */
  readonly matching?: "by-hand";
  readonly book: VenueBook;
  readonly changes: VenueChanges;
  /** What else is due before a slot, in the order of time: the orders that came of the first that had any. */
  readonly dueBefore?: (slot: number) => readonly VenueOrder[];
}

/** Something that is going to happen to an order, unless something else does before. */
interface Moment {
  readonly order: VenueOrder;
  readonly slot: number;
  readonly does: Meeting["kind"] | "open" | "expire";
  readonly meeting?: Meeting;
}

/**
 * Lets everything happen to open orders that belongs into the slots from `since` up to now, in the
 * order of time: however seldom this is called, the tape is met slot by slot.
 */
export function advanceOrders(since: number, now: Instant, needs: AdvanceNeeds): void {
  const { book } = needs;
  const window = { since, until: slotNumber(now) + 1, now };
  const moments: Moment[] = [];
  const expect = (order: VenueOrder, from: number) => {
    const moment = momentOf(order, from, window, needs);
    if (moment) insert(moments, moment);
  };
  for (const order of book.openOrders()) expect(order, since);
  for (;;) {
    const came = needs.dueBefore?.(moments.at(-1)?.slot ?? window.until) ?? [];
    for (const order of came) expect(order, since);
    if (0 < came.length) continue;
    const moment = moments.pop();
    if (moment === undefined) return;
    const { order, slot } = moment;
    // Something else has changed the order since: what was expected of it was expected anew.
    if (book.order(order.id) !== order) continue;
    happen(moment, slotInstant(slot, now), needs);
    const changed = book.order(order.id);
    const next = moment.does === "open" || moment.does === "trigger" ? slot : slot + 1;
    if (changed && changed !== order && !hasEnded(changed)) expect(changed, next);
    for (const other of resolveGroup(order, slotInstant(slot, now), needs)) expect(other, slot + 1);
  }
}

/** Keeps the latest first, so that the next one is taken from the end; of one slot the oldest goes first. */
function insert(moments: Moment[], moment: Moment): void {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (moment.slot < moments[middle]!.slot) low = middle + 1;
    else high = middle;
  }
  moments.splice(low, 0, moment);
}

interface Window {
  readonly since: number;
  readonly until: number;
  readonly now: Instant;
}

function momentOf(
  order: VenueOrder,
  earliest: number,
  { until, now }: Window,
  { market, calendar, matching }: AdvanceNeeds,
): Moment | undefined {
  const expires = order.expiresAt;
  const end = expires === undefined ? until : Math.min(until, slotFor(expires));
  const expiry: Moment | undefined =
    expires !== undefined && expires <= now
      ? { order, slot: Math.min(slotFor(expires), until - 1), does: "expire" }
      : undefined;
  if (order.status === "held") return expiry;
  const from = Math.max(earliest, awaitsOpening(order) ? firstSlotOf(order) : earliest);
  for (const stretch of tradingStretches(order, { calendar, market }, from, end)) {
    if (awaitsOpening(order)) return { order, slot: stretch.from, does: "open" };
    if (matching === "by-hand") break;
    const meeting = meetingIn(order, market, stretch.from, stretch.to);
    if (meeting) return { order, slot: meeting.slot, does: meeting.kind, meeting };
  }
  return expiry;
}

const awaitsOpening = ({ status }: VenueOrder): boolean =>
  status === "accepted" || status === "pending";

function happen({ order, does, meeting }: Moment, at: Instant, needs: AdvanceNeeds): void {
  const { changes } = needs;
  if (does === "expire") changes.end(order, "expired", at);
  else if (does === "open") changes.open(order, at);
  else if (does === "trade") trade(order, at, needs);
  else {
    if (meeting?.mark !== undefined && meeting.mark !== order.mark)
      changes.record({ type: "order-marked", at, orderId: order.id, mark: meeting.mark });
    if (does === "trigger") changes.record({ type: "order-triggered", at, orderId: order.id });
  }
}

function trade(order: VenueOrder, at: Instant, { market, book, changes }: AdvanceNeeds): void {
  invariant(!awaitsTrigger(order), `order ${order.id} has met its stop`);
  const price = crossingPrice(order, market.quoteAt(order.ticker, at));
  if (price === undefined) {
    if (isFleeting(order)) changes.end(order, "canceled", at);
    return;
  }
  const quantity = quantityAt(order, price);
  const account = accountOf(book, order);
  const priceOf = (ticker: Ticker) => market.priceAt(ticker, at);
  if (!isClosing(order) && powerFor(order, account, priceOf) < worthOf(price, quantity)) {
    // The price left the collar, and what was set aside does not pay for it.
    changes.end(order, order.fills === 0 ? "rejected" : "canceled", at);
    return;
  }
  const traded = changes.fill(order, { price, quantity, at });
  if (isFleeting(order) && !hasEnded(traded)) changes.end(traded, "canceled", at);
}

/** Of an order in dollars what they are good for; never more than it has set aside of its shares. */
function quantityAt(order: VenueOrder, price: Price): ShareCount {
  if (order.notional === undefined) return tradedQuantity(order);
  const wanted = sharesFor(order.notional, price);
  return order.side === "buy" ? wanted : shareCount(Math.min(order.quantity, wanted));
}

/**
 * What becomes of the others once one order of a group has ended: its legs begin when a parent is
 * filled, and in every other case the rest is canceled. Answers the orders that began.
 */
export function resolveGroup(
  before: VenueOrder,
  at: Instant,
  { book, changes }: Pick<AdvanceNeeds, "book" | "changes">,
): readonly VenueOrder[] {
  const order = book.order(before.id);
  if (!order?.group || !hasEnded(order) || order.status === "replaced") return [];
  const others = book.groupOf(order).filter((each) => !hasEnded(each));
  if (order.group.role === "parent" && order.status === "filled")
    return beginLegs(others, boughtIn(book.groupOf(order)), at, { book, changes });
  for (const other of others) changes.end(other, "canceled", at);
  return [];
}

/** What the parent of a group bought, and those whose place it took. */
const boughtIn = (group: readonly VenueOrder[]): number =>
  group.reduce((sum, order) => (order.group?.role === "parent" ? sum + order.filled : sum), 0);

/**
 * Legs offer what the parent bought, which may be less than it was sent for, and what is free of it:
 * some may have been sold while it was filling.
 */
function beginLegs(
  legs: readonly VenueOrder[],
  bought: number,
  at: Instant,
  { book, changes }: Pick<AdvanceNeeds, "book" | "changes">,
): readonly VenueOrder[] {
  const [first] = legs;
  if (!first) return [];
  const free = Math.min(bought, freeShares(accountOf(book, first), first));
  return legs.flatMap((leg) => {
    if (free === 0) {
      changes.end(leg, "canceled", at);
      return [];
    }
    return [changes.open(leg, at, shareCount(Math.min(leg.quantity, free)))];
  });
}

const freeShares = (account: VenueAccount, { ticker }: VenueOrder): ShareCount =>
  shareCount(
    Math.max(
      0,
      (account.positions.get(ticker)?.shares ?? 0) - sharesHeldForOrders(account, ticker),
    ),
  );

function accountOf(book: VenueBook, order: VenueOrder): VenueAccount {
  const account = book.accounts.get(order.accountId);
  invariant(account !== undefined, `order ${order.id} has an account`);
  return account;
}
