import { type Book, trailOf, widenTrail } from "@sevenfold/domain/book";
import { restoreSession, type SessionState } from "@sevenfold/domain/book-session";
import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { OrderSide } from "@sevenfold/domain/order";
import { follow } from "@sevenfold/domain/trail";
import { verdictOf } from "@sevenfold/domain/verdict";

import type { TrailSnapshot } from "../../ports/stores/trail-store.ts";
import { type AccountRows, readAccountRows } from "../account/account-rows.ts";
import { bookFromRows } from "../account/book-from-rows.ts";
import { markFromBoard } from "../account/mark-from-board.ts";
import { COLLAR_BPS_DEFAULT } from "../account/order-draft.ts";
import { storedSessionOf } from "../account/stored-session.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { isFarBelow } from "../prices/far-price.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import { inMarketOf, pricesOf, type VenuePrices } from "../prices/venue-prices.ts";
import { automationOf } from "../safeguards/trading-rights.ts";
import { confirmByPatterns } from "./note-patterns.ts";

export type CurrentBookNeeds = Pick<
  TradingNeeds,
  "calendarOf" | "clock" | "patterns" | "prices" | "realMarket" | "storage"
>;

/** An account's book as of now, made for looking at: nobody decides on it. */
export interface CurrentBook {
  readonly book: Book;
  readonly rows: AccountRows;
  readonly at: Instant;
  readonly inSession: boolean;
  readonly venuePrices: VenuePrices;
  /** What nobody holds and has fallen far at once: not followed before it is known to be no split. */
  readonly fallen: ReadonlyMap<Ticker, Fall>;
}

/** The price that was followed last, and the one far below it. */
export interface Fall {
  readonly from: Price;
  readonly to: Price;
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
  needs: CurrentBookNeeds,
  { rows, session }: CurrentRows,
): CurrentBook {
  const { calendarOf, clock, patterns, prices } = inMarketOf(needs, rows.account);
  const at = clock.now();
  const book = bookFromRows(rows, at, COLLAR_BPS_DEFAULT);
  prices.watch(book.tickers);
  book.exchangeHalts = prices.halts;
  restoreSession(book, session);
  const inSession = calendarOf(rows.account).sessionAt(at) !== undefined;
  const venuePrices = pricesOf(needs, rows.account);
  book.automation = automationOf(rows, at, venuePrices);
  const isFollowed = venuePrices === "own" && (inSession || book.limits.allowAfterHours);
  const fallen =
    rows.trails && isFollowed ? followBoard(book, rows.trails, prices) : NOTHING_FALLEN;
  markFromBoard(book, prices);
  confirmByPatterns(book, patterns);
  return { book, rows, at, inSession, venuePrices, fallen };
}

const NOTHING_FALLEN: CurrentBook["fallen"] = new Map();

/** A symbol that would trade at its next price, and which way. */
export interface DueSymbol {
  readonly ticker: Ticker;
  readonly side: OrderSide;
}

/** What would trade at once if automation were on, A to Z: what no gate holds back. */
export function dueAtOnceIn({
  book,
  at,
  inSession,
  venuePrices,
}: CurrentBook): readonly DueSymbol[] {
  if (venuePrices !== "own") return [];
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
): CurrentBook["fallen"] {
  const fallen = new Map<Ticker, Fall>();
  for (const { ticker, lastAt } of trails) {
    const slot = book.slots.get(ticker);
    const trail = slot === undefined ? undefined : trailOf(book, slot);
    const known = prices.latest(ticker);
    if (slot === undefined || !trail || !known || known.at < lastAt) continue;
    // A worker finds out first whether it is of other shares.
    if (book.held[slot] === 0 && isFarBelow(known.price, trail.last))
      fallen.set(ticker, { from: trail.last, to: known.price });
    else widenTrail(book, slot, follow(trail, known));
  }
  return fallen;
}
