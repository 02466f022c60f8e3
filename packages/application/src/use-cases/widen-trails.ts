import { type Book, trailOf, widenTrail } from "@sevenfold/domain/book";
import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, MINUTE_MS } from "@sevenfold/domain/market";
import { follow } from "@sevenfold/domain/trail";

import type { TradingNeeds } from "./trading-needs.ts";

/**
 * What the market did while nobody watched: each restored trail follows the closes of the minutes
 * since it was saved, in session only. A symbol whose bars no provider gives stays as it was saved.
 */
export async function widenTrails(
  { clock, log, marketData }: Pick<TradingNeeds, "clock" | "log" | "marketData">,
  book: Book,
  savedAt: Instant,
  calendar: TradingCalendar,
): Promise<void> {
  const now = clock.now();
  for (const [ticker, slot] of book.slots) {
    const saved = trailOf(book, slot);
    const from = saved && Math.max(savedAt, saved.since);
    if (!saved || from === undefined || now - from < MINUTE_MS) continue;
    try {
      const bars = await marketData.bars({
        ticker,
        interval: "minute",
        start: (Math.floor(from / MINUTE_MS) * MINUTE_MS) as Instant,
        end: now,
      });
      const closes = bars.filter(
        ({ start }) =>
          from < start + MINUTE_MS && start + MINUTE_MS <= now && calendar.sessionAt(start),
      );
      if (0 < closes.length)
        widenTrail(
          book,
          slot,
          closes.reduce((trail, { close }) => follow(trail, { price: close }), saved),
        );
    } catch (error) {
      log.warn("trail-not-widened", { ticker, error: String(error) });
    }
  }
}
