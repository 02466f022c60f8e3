import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant, TradingDay } from "@sevenfold/domain/market";
import type { TradingSession } from "@sevenfold/domain/trading-session";

/** Which session an instant is in; the calendar is asked only where one begins or ends. */
export function sessionClock(calendar: TradingCalendar): {
  at(at: Instant): TradingSession | undefined;
  /** Of the session that is open, or the last one that was. */
  latestDay(at: Instant): TradingDay;
} {
  let session: TradingSession | undefined;
  let latest: TradingSession | undefined;
  let [from, until] = [Number.POSITIVE_INFINITY, 0];
  const look = (at: Instant) => {
    if (from <= at && at < until) return;
    session = calendar.sessionAt(at);
    latest = session ?? calendar.previousSession(at);
    from = at;
    until = session?.closes ?? calendar.nextSession(at).opens;
  };
  return {
    at(at) {
      look(at);
      return session;
    },
    latestDay(at) {
      look(at);
      return latest!.day;
    },
  };
}
