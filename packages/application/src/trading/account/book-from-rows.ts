import {
  addSymbol,
  type Book,
  openBook,
  restorePosition,
  restoreSlot,
  restoreTrail,
} from "@sevenfold/domain/book";
import { holdForeign } from "@sevenfold/domain/book-foreign";
import { orderBegan, otherOrderBegan, reserveCash } from "@sevenfold/domain/book-orders";
import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { type Bps, NO_MONEY, shares } from "@sevenfold/domain/money";
import { isTerminal, type Order, openQuantity } from "@sevenfold/domain/order";
import { isOwnStop } from "@sevenfold/domain/own-stop";
import { REASON_CODES, type ReasonCode } from "@sevenfold/domain/reason";

import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { pricesOf } from "../prices/venue-prices.ts";
import { automationOf } from "../safeguards/trading-rights.ts";
import type { AccountRows } from "./account-rows.ts";
import { bookForeignOf } from "./foreign-standing.ts";

/**
 * The book as the stored rows tell it at an instant; the session is put in by `restoreSessionOf`.
 * The slots of `first` come first, in their order.
 */
export function bookFromRows(
  rows: AccountRows,
  at: Instant,
  collarBps: Bps,
  first: readonly Ticker[] = [],
): Book {
  const { account, openOrders, positions, settings, watchlist } = rows;
  const book = openBook({
    tickers: [
      ...new Set([
        ...first,
        ...watchlist,
        ...positions.map(({ ticker }) => ticker),
        ...openOrders.map(({ ticker }) => ticker),
      ]),
    ],
    strategy: settings.strategy,
    limits: settings.limits,
    cash: account.cash,
    // Until it is measured, what is not the built-in exchange's has no prices.
    automation: automationOf(rows, at, pricesOf({}, account)),
    collarBps,
  });
  reserveCash(book, account.unavailableCash ?? NO_MONEY);
  holdForeign(book, bookForeignOf(account));
  for (const { ticker, quantity, costBasis, isManaged } of positions)
    restorePosition(book, addSymbol(book, ticker), {
      held: quantity,
      costBasis,
      managed: isManaged,
    });
  for (const order of openOrders) putOrder(book, order);
  if (rows.trails) putTrails(book, rows.trails, rows.listedSince);
  restoreCoolDowns(book, rows);
  restorePacing(book, rows.recentOrders, at);
  return book;
}

/**
 * Puts the stored trails of the symbols the book follows into it. One that was put on the list since
 * starts at its next price, unless it is held or has an order at work.
 */
function putTrails(
  book: Book,
  { trails }: TrailSnapshot,
  listedSince: AccountRows["listedSince"],
): void {
  for (const stored of trails) {
    const { coolDownUntil, lastAt, sessionsBelow, skipNext = 0, ticker } = stored;
    const slot = book.slots.get(ticker);
    if (slot === undefined) continue;
    restoreSlot(book, slot, { coolDownUntil });
    const isIdle = book.held[slot] === 0 && book.orderWorking[slot] === 0;
    if (isIdle && lastAt < (listedSince.get(ticker) ?? 0)) continue;
    restoreTrail(book, slot, stored);
    restoreSlot(book, slot, { sessionsBelow, skipNext });
  }
}

function putOrder(book: Book, order: Order): void {
  const slot = addSymbol(book, order.ticker);
  if (isOwnStop(order)) return;
  if (order.origin === "automated") {
    orderBegan(book, slot, workingOf(order));
    return;
  }
  otherOrderBegan(book, slot);
  reserveCash(book, order.reservedCash);
}

/** What the book keeps of an automated order at work. */
export const workingOf = (order: Order): Parameters<typeof orderBegan>[2] => ({
  reason: REASON_CODES.indexOf(order.reason as ReasonCode) + 1,
  quantity: shares(openQuantity(order)),
  reservedCash: order.reservedCash,
});

/** Cool-downs follow from the orders, so that none is lost with a snapshot that was not written. */
function restoreCoolDowns(book: Book, rows: AccountRows): void {
  for (const [ticker, until] of coolDownEnds(rows)) {
    const slot = book.slots.get(ticker);
    if (slot !== undefined && book.coolDownUntil[slot]! < until) book.coolDownUntil[slot] = until;
  }
}

/**
 * When the cool-downs end that the latest automated fills and unfilled orders began, as far as the stored
 * trails may not tell: a fill is stored with its trail, which says how long was set then.
 */
export function coolDownEnds({
  recentFills,
  recentOrders,
  settings,
  trails,
}: Pick<AccountRows, "recentFills" | "recentOrders" | "settings" | "trails">): ReadonlyMap<
  Ticker,
  Instant
> {
  const begunAt = new Map(trails?.trails.map(({ since, ticker }) => [ticker, since]));
  const coolDownMs = settings.limits.coolDownSec * 1_000;
  const ends = new Map<Ticker, Instant>();
  const extend = (ticker: Ticker, from: Instant) =>
    ends.set(ticker, instant(Math.max(ends.get(ticker) ?? 0, from + coolDownMs)));
  // Only an automated order has a reason.
  for (const { at, reason, ticker } of recentFills)
    if (reason !== undefined && (begunAt.get(ticker) ?? 0) < at) extend(ticker, at);
  for (const order of recentOrders)
    if (order.origin === "automated" && !isOwnStop(order) && isUntraded(order))
      extend(order.ticker, order.updatedAt);
  return ends;
}

/** What was denied was never sent: nothing cools down. */
const isUntraded = ({ filled, status }: Order): boolean =>
  filled === 0 && isTerminal(status) && status !== "denied";

function restorePacing(book: Book, recentOrders: readonly Order[], at: Instant): void {
  for (const order of recentOrders)
    if (
      order.origin === "automated" &&
      order.side === "buy" &&
      wasSent(order) &&
      at - order.createdAt < MINUTE_MS
    )
      book.entryTimes.unshift(order.createdAt);
}

const wasSent = ({ status }: Order): boolean => status !== "denied";
