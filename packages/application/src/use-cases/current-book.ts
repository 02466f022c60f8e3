import {
  type Book,
  restoreSession,
  type SessionState,
  trailOf,
  widenTrail,
} from "@sevenfold/domain/book";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { OrderSide } from "@sevenfold/domain/order";
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

/** A symbol that would trade at its next price, and which way. */
export interface DueSymbol {
  readonly ticker: Ticker;
  readonly side: OrderSide;
}

/** What would trade at once if automation were on, A to Z: what no gate holds back. */
export function dueAtOnceIn({ book, rows, at, inSession }: CurrentBook): readonly DueSymbol[] {
  if (pricesOf(rows.account) === "none") return [];
  const { automation } = book;
  book.automation = "on";
  const due = book.tickers.flatMap((ticker, slot): readonly DueSymbol[] => {
    const { verdict, distanceBps, reason } = verdictOf(book, slot, at, inSession);
    if (verdict !== "waiting" || distanceBps !== 0) return [];
    return [{ ticker, side: reason === "trail-drop" ? "buy" : "sell" }];
  });
  book.automation = automation;
  return due.sort((one, other) => (one.ticker < other.ticker ? -1 : 1));
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
