import { type Book, trailOf, widenTrail } from "@sevenfold/domain/book";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { follow } from "@sevenfold/domain/trail";
import type { Ports } from "../../ports.ts";
import { atOnce } from "./at-once.ts";
import { isFar, isFarBelow } from "./far-price.ts";
import type { RecentMinutes } from "./recent-minutes.ts";

const ASKED_AT_ONCE_MAX = 8;
/** A provider that fails so often is away: to ask it for the rest would only keep the account. */
const FAILURES_MAX = 3;

type Needs = Pick<Ports, "clock" | "log"> & { readonly minutes: RecentMinutes };

/**
 * What the market did while nobody watched: each restored trail follows the closes of the minutes
 * since it was saved, in session only. A symbol whose bars no provider gives stays as it was saved.
 */
export async function widenTrails(
  needs: Needs,
  book: Book,
  savedAt: Instant,
  calendar: TradingCalendar,
): Promise<void> {
  const { log } = needs;
  let failures = 0;
  const widen = async (ticker: Ticker, slot: number) => {
    if (FAILURES_MAX <= failures) return;
    try {
      await widenOne(needs, { book, calendar, savedAt, slot, ticker });
    } catch (error) {
      failures += 1;
      log.warn("trail-not-widened", { ticker, error: String(error) });
    }
  };
  await atOnce(book.slots, ASKED_AT_ONCE_MAX, ([ticker, slot]) => widen(ticker, slot));
}

async function widenOne(
  { clock, minutes }: Needs,
  {
    book,
    calendar,
    savedAt,
    slot,
    ticker,
  }: {
    readonly book: Book;
    readonly calendar: TradingCalendar;
    readonly savedAt: Instant;
    readonly slot: number;
    readonly ticker: Ticker;
  },
): Promise<void> {
  const now = clock.now();
  const saved = trailOf(book, slot);
  const from = saved && (Math.max(savedAt, saved.since) as Instant);
  if (!saved || from === undefined || now - from < MINUTE_MS) return;
  const closes = (await minutes.since(ticker, from)).filter(
    ({ start }) =>
      from < start + MINUTE_MS && start + MINUTE_MS <= now && calendar.sessionAt(start),
  );
  if (closes.length === 0) return;
  let trail = saved;
  for (const { close } of closes) {
    // Bars are told in shares of now: after a split that is not booked yet, those held are others. What
    // nobody holds may have fallen: that is told by the price to come.
    if (isFarBelow(close, trail.last) || (0 < book.held[slot]! && isFar(close, trail.last))) break;
    trail = follow(trail, { price: close });
  }
  widenTrail(book, slot, trail);
}
