import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";

import type { Identifiers } from "../ports/identifiers.ts";
import { shareCount } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import { resolveGroup } from "./venue-advance.ts";
import type { VenueBook } from "./venue-book.ts";
import type { VenueChanges } from "./venue-changes.ts";
import type { VenuePosition } from "./venue-holdings.ts";
import { isRegular, lastPrintAt, regularSessionAt, type VenueCalendar } from "./venue-hours.ts";
import { isMargin, maintenanceOf, marginStanding, type PriceOf } from "./venue-margin.ts";
import type { VenueDraft, VenueOrder } from "./venue-order.ts";
import { reservedEachOf } from "./venue-room.ts";
import { slotNumber } from "./venue-slots.ts";
import { ordersFrom } from "./venue-submission.ts";

/** How often accounts are held to what they have to maintain: at whole minutes of regular sessions. */
const CHECKED_EVERY_MS = 60_000;

export interface LiquidationNeeds {
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly book: VenueBook;
  readonly changes: VenueChanges;
  readonly identifiers: Pick<Identifiers, "clientKeyOf" | "uuid">;
}

/**
 * Holds accounts to their margin up to an instant and before a slot, until one is called for money it has
 * not: the orders that came of it, and up to where was looked.
 */
export function firstMarginCall(
  after: Instant,
  { slot, until }: { readonly slot: number; readonly until: Instant },
  needs: LiquidationNeeds,
): { readonly checkedAt: Instant; readonly orders: readonly VenueOrder[] } {
  for (let checkedAt = after; ; ) {
    const due = nextMarginCheck(checkedAt, until, needs);
    if (due === undefined || slot <= slotNumber(due)) return { checkedAt, orders: [] };
    checkedAt = due;
    const orders = callMargin(due, needs);
    if (0 < orders.length) return { checkedAt, orders };
  }
}

/**
 * The next instant, after one and up to another, at which accounts are held to their margin. Of minutes
 * and not of calls, so that it makes no difference how often the venue looks; none while nobody has margin.
 */
function nextMarginCheck(
  after: Instant,
  until: Instant,
  { book, calendar }: Pick<LiquidationNeeds, "book" | "calendar">,
): Instant | undefined {
  if (until < minuteAfter(after)) return undefined;
  const since = pledgedSince(book);
  if (since === undefined) return undefined;
  const minute = minuteAfter(since < after ? after : since);
  const session = regularSessionAt(calendar, minute);
  const due = isRegular(session, minute) ? minute : session.opens;
  return due <= until ? due : undefined;
}

const minuteAfter = (at: Instant): Instant =>
  instant((Math.floor(at / CHECKED_EVERY_MS) + 1) * CHECKED_EVERY_MS);

/** When the oldest account was opened that has margin and something in the market. */
function pledgedSince({ accounts }: VenueBook): Instant | undefined {
  let since: Instant | undefined;
  for (const account of accounts.values()) {
    const { opening, openOrders, positions } = account;
    if (!isMargin(account) || positions.size + openOrders.size === 0) continue;
    if (since === undefined || opening.openedAt < since) since = opening.openedAt;
  }
  return since;
}

/** Sells out of every account with less equity than it has to maintain as much as restores it. */
const callMargin = (at: Instant, needs: LiquidationNeeds): readonly VenueOrder[] =>
  [...needs.book.accounts.values()].flatMap((account) =>
    isMargin(account) ? restoreMargin(account, at, needs) : [],
  );

/** What binds most is sold, or bought back, first, whole, until the equity maintains the rest. */
function restoreMargin(
  account: VenueAccount,
  at: Instant,
  needs: LiquidationNeeds,
): readonly VenueOrder[] {
  const priceOf: PriceOf = (ticker) => needs.market.priceAt(ticker, at);
  const { equity, maintenance } = marginStanding(account, priceOf);
  let missing = maintenance - equity;
  if (missing <= 0) return [];
  const bound = ({ shares, ticker }: VenuePosition): number =>
    maintenanceOf(priceOf(ticker), shares);
  // What is on its way out counts as gone: it may wait for a halt to end.
  const leaving = leavingOf(account);
  for (const position of account.positions.values())
    if (leaving.has(position.ticker)) missing -= bound(position);
  const sold: VenuePosition[] = [];
  for (const position of stayingOf(account).toSorted((a, b) => bound(b) - bound(a))) {
    if (missing <= 0) break;
    missing -= bound(position);
    sold.push(position);
  }
  return sold.length === 0 ? [] : liquidate(account, sold, at, needs);
}

const leavingOf = ({ openOrders }: VenueAccount): ReadonlySet<Ticker> =>
  new Set([...openOrders.values()].flatMap((one) => (one.isLiquidation ? [one.ticker] : [])));

/** What an account holds and owes, without what it is being sold out of already. */
export function stayingOf(account: VenueAccount): readonly VenuePosition[] {
  const leaving = leavingOf(account);
  return [...account.positions.values()].filter(({ ticker }) => !leaving.has(ticker));
}

/**
 * Cancels what an account has ordered, which would bind more, and sells or buys back these positions at
 * market, by orders that no client has sent. Nobody asks whether the account may trade.
 */
export function liquidate(
  account: VenueAccount,
  positions: readonly VenuePosition[],
  at: Instant,
  { book, calendar, changes, identifiers, market }: LiquidationNeeds,
): readonly VenueOrder[] {
  const { opening, openOrders, orders } = account;
  for (const order of [...openOrders.values()]) {
    const current = book.order(order.id);
    if (current !== order || order.isLiquidation) continue;
    resolveGroup(changes.end(order, "canceled", at), at, { book, changes });
  }
  const printed = lastPrintAt(calendar, at);
  return positions.map((position) => {
    const { ticker } = position;
    // It draws how the order fills: as all the account did before, and not by chance.
    const key = identifiers.clientKeyOf(`liquidation|${ticker}|${at}|${orders.length}`);
    const latest = orders.at(-1)?.submittedMicros ?? 0;
    const [order] = ordersFrom(draftOf(position, key), {
      ...{ accountId: opening.id, at, calendar, newId: identifiers.uuid },
      submittedMicros: Math.max(at * 1_000, latest + 1),
      reservedEach: reservedEachOf({}, market.quoteAt(ticker, printed).ask),
    }) as [VenueOrder];
    changes.record({ type: "order-submitted", at, order });
    return order;
  });
}

const draftOf = ({ shares, ticker }: VenuePosition, clientOrderId: string): VenueDraft => ({
  clientOrderId,
  ticker,
  side: shares < 0 ? "buy" : "sell",
  quantity: shareCount(Math.abs(shares)),
  ...(shares < 0 && { isShort: true }),
  timeInForce: "day",
  extendedHours: false,
  isLiquidation: true,
});
