import {
  type Book,
  restoreSession,
  type SessionState,
  trailOf,
  widenTrail,
} from "@sevenfold/domain/book";
import type { Instant } from "@sevenfold/domain/market";
import { follow } from "@sevenfold/domain/trail";
import { verdictOf } from "@sevenfold/domain/verdict";

import type { TrailSnapshot } from "../ports/storage.ts";
import { type AccountRows, readAccountRows } from "./account-rows.ts";
import { markFromBoard } from "./attach-account.ts";
import { bookFromRows } from "./book-from-rows.ts";
import { confirmByPatterns } from "./note-patterns.ts";
import { COLLAR_BPS_DEFAULT } from "./order-draft.ts";
import type { PriceBoard } from "./price-board.ts";
import { storedSessionOf } from "./stored-session.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { pricesOf } from "./venue-prices.ts";

export type CurrentBookNeeds = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "patterns" | "prices" | "storage"
>;

/** An account's book as of now, made for looking at: nobody decides on it. */
export interface CurrentBook {
  readonly book: Book;
  readonly rows: AccountRows;
  readonly at: Instant;
  readonly inSession: boolean;
}

/** What a current book is made of, as stored. */
export interface CurrentRows {
  readonly rows: AccountRows;
  readonly session: SessionState;
}

/** From stored rows and the latest prices, so that it is known also where no worker runs. */
export async function readCurrentBook(
  needs: CurrentBookNeeds,
  accountId: string,
): Promise<CurrentBook | undefined> {
  const stored = await readCurrentRows(needs, accountId);
  return stored && currentBookOf(needs, stored);
}

export async function readCurrentRows(
  { calendarOf, clock, storage }: CurrentBookNeeds,
  accountId: string,
): Promise<CurrentRows | undefined> {
  const at = clock.now();
  const rows = await readAccountRows(storage.read, accountId, at);
  if (!rows) return undefined;
  const { account } = rows;
  const session = await storedSessionOf(storage.read, account, calendarOf(account), at);
  return { rows, session };
}

/** The book at the prices of this moment: see `holdingsOf`. */
export function currentBookOf(
  { calendarOf, clock, patterns, prices }: CurrentBookNeeds,
  { rows, session }: CurrentRows,
): CurrentBook {
  const at = clock.now();
  const book = bookFromRows(rows, at, COLLAR_BPS_DEFAULT);
  prices.watch(book.tickers);
  restoreSession(book, session);
  const inSession = calendarOf(rows.account).sessionAt(at) !== undefined;
  const hasPrices = pricesOf(rows.account) === "own";
  if (rows.trails && hasPrices && (inSession || book.limits.allowAfterHours))
    followBoard(book, rows.trails, prices);
  markFromBoard(book, prices, rows.account);
  confirmByPatterns(book, patterns);
  return { book, rows, at, inSession };
}

/** How many symbols would trade at once if automation were on: those no gate holds back. */
export function countDue({ book, rows, at, inSession }: CurrentBook): number {
  if (pricesOf(rows.account) === "none") return 0;
  const { automation } = book;
  book.automation = "on";
  const due = book.tickers.filter((_, slot) => {
    const { verdict, distanceBps } = verdictOf(book, slot, at, inSession);
    return verdict === "waiting" && distanceBps === 0;
  }).length;
  book.automation = automation;
  return due;
}

/** The worker saves trails every few seconds; the prices since then are on the board. */
function followBoard(
  book: Book,
  { trails }: TrailSnapshot,
  prices: Pick<PriceBoard, "latest">,
): void {
  for (const { ticker, lastAt } of trails) {
    const slot = book.slots.get(ticker);
    const trail = slot === undefined ? undefined : trailOf(book, slot);
    const known = prices.latest(ticker);
    if (slot === undefined || !trail || !known || known.at < lastAt) continue;
    widenTrail(book, slot, follow(trail, known));
  }
}
