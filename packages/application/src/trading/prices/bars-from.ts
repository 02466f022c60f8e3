import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type BarInterval, type Instant, MINUTE_MS } from "@sevenfold/domain/market";

/** Where to begin so that `count` bars lie in sessions up to the instant. */
export function barsFrom(
  calendar: TradingCalendar,
  end: Instant,
  { interval, count }: { readonly interval: BarInterval; readonly count: number },
): Instant {
  let session = calendar.sessionAt(end) ?? calendar.previousSession(end);
  let until = Math.min(end, session.closes);
  for (let missing = count; ; ) {
    const bars = interval === "day" ? 1 : Math.ceil((until - session.opens) / MINUTE_MS);
    if (missing <= bars)
      return (interval === "day" ? session.opens : until - missing * MINUTE_MS) as Instant;
    missing -= bars;
    session = calendar.previousSession(session.opens);
    until = session.closes;
  }
}
