import {
  type Book,
  changeLimits,
  changeStrategy,
  forgetTrail,
  restoreSlot,
  restoreTrail,
  slotStateOf,
  trailOf,
} from "@sevenfold/domain/book";
import { orderBegan } from "@sevenfold/domain/book-orders";
import { restoreSession, sessionOf } from "@sevenfold/domain/book-session";
import type { Instant } from "@sevenfold/domain/market";
import { type Money, money, NO_MONEY, type Price, type Quantity } from "@sevenfold/domain/money";
import type { Account } from "../../ports/stores/account.ts";
import { readAccountRows } from "./account-rows.ts";
import { adoptTrails } from "./adopt-trails.ts";
import { bookFromRows } from "./book-from-rows.ts";
import type { FollowedAccount } from "./followed-account.ts";
import { forgetUnwatched } from "./forget-unwatched.ts";
import { markFromBoard } from "./mark-from-board.ts";
import { ordersAtWork } from "./orders-at-work.ts";
import { forgetOldShares } from "./own-trading.ts";
import { endAgreedHalts } from "./price-basis.ts";
import { baselineMoved } from "./stored-session.ts";
import type { TradingNeeds } from "./trading-needs.ts";

type Needs = Pick<TradingNeeds, "clock" | "log" | "prices" | "storage">;

/**
 * Makes the book anew: everything that is on record from the rows, and from memory only what no row
 * tells: the prices since, and orders that are being placed. Inside the account's mutex only.
 */
export async function rebuildBook(needs: Needs, followed: FollowedAccount): Promise<void> {
  const { clock, log, prices, storage } = needs;
  log.warn("book-rebuilt", { accountId: followed.id });
  const rows = await readAccountRows(storage.read, followed.id, clock.now());
  if (!rows) throw new Error(`account ${followed.id} is gone`);
  // Before shares of it come: what was sold out and is off the list has no trail.
  forgetUnwatched(followed);
  adoptTrails(followed, rows.trails);
  const before = followed.book;
  const book = bookFromRows(rows, clock.now(), before.collarBps, before.tickers);
  for (const [ticker, slot] of before.slots) {
    keepSlot(book, slot, before);
    if (isSplit(book, slot, before)) forgetOldShares(followed, ticker);
  }
  // Taken in while the rows were read, they may be newer than those.
  changeStrategy(book, followed.settings.strategy);
  changeLimits(book, followed.settings.limits);
  // As many entries as were decided here, on record or about to be.
  if (book.entryTimes.length < before.entryTimes.length) book.entryTimes = [...before.entryTimes];
  restoreSession(book, sessionOf(before));
  adoptBaseline(followed, book, rows.account);
  for (const ticker of endAgreedHalts(followed.basis, book, (slot) => isSplit(book, slot, before)))
    log.info("symbol-goes-on", { accountId: followed.id, ticker });
  markFromBoard(book, prices, followed.basis);
  book.exchangeHalts = prices.halts;
  followed.book = book;
  followed.unavailableCash = rows.account.unavailableCash ?? NO_MONEY;
  const { others, working } = ordersAtWork(rows, book);
  keepOrders(followed, before, working);
  followed.others.clear();
  for (const [key, order] of others) followed.others.set(key, order);
}

/** What others booked from outside has moved the baseline on record: that of the book moves along. */
function adoptBaseline(followed: FollowedAccount, book: Book, account: Account): void {
  const moved = baselineMoved(followed, account);
  if (moved === 0) return;
  if (book.baseline !== undefined) book.baseline = money(book.baseline + moved);
  if (book.closingEquity !== undefined) book.closingEquity = money(book.closingEquity + moved);
  followed.storedSession = { ...followed.storedSession, baseline: account.baseline };
}

/** Somebody else booked that shares which cost what they did are more, or fewer. */
const isSplit = (book: Book, slot: number, before: Book): boolean =>
  0 < before.held[slot]! &&
  before.held[slot] !== book.held[slot] &&
  before.costBasis[slot] === book.costBasis[slot];

/** The trail as the rows and the prices since have made it, and what no row tells of the symbol. */
function keepSlot(book: Book, slot: number, before: Book): void {
  const trail = trailOf(before, slot);
  if (trail) restoreTrail(book, slot, trail);
  else forgetTrail(book, slot);
  const state = slotStateOf(before, slot);
  // One may have begun in memory or on record only: the later end counts.
  const coolDownUntil = Math.max(book.coolDownUntil[slot]!, state.coolDownUntil) as Instant;
  restoreSlot(book, slot, { ...state, coolDownUntil });
}

/**
 * An order that is being placed is on no row yet, one whose end the book has not heard of is among
 * the open ones no more, and a slot may be closed for a moment: each keeps its slot until that is told.
 */
function keepOrders(
  { book, closedUntil, placing, working }: FollowedAccount,
  before: Book,
  onRecord: ReadonlyMap<number, string>,
): void {
  // On record may be one that was given up, beside the one that is being placed.
  for (const slot of new Set([...placing.keys(), ...closedUntil.keys(), ...working.keys()]))
    if (!onRecord.has(slot) || (placing.has(slot) && onRecord.get(slot) !== placing.get(slot)))
      orderBegan(book, slot, workingBefore(before, slot));
  for (const [slot, key] of onRecord) if (!placing.has(slot)) working.set(slot, key);
}

const workingBefore = (book: Book, slot: number): Parameters<typeof orderBegan>[2] => ({
  reason: book.orderWorking[slot]!,
  quantity: book.workingShares[slot] as Quantity,
  reservedCash: book.workingCash[slot] as Money,
  decided: {
    price: book.decidedPrice[slot] as Price,
    reference: book.decidedReference[slot] as Price,
    trigger: book.decidedTrigger[slot] as Price,
  },
});
