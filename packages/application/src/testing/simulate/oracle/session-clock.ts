import type { TradingCalendar } from "@sevenfold/domain/calendar";
import type { Instant } from "@sevenfold/domain/market";
import type { TradingSession } from "@sevenfold/domain/trading-session";

/** Which session an instant is in; the calendar is asked only where one begins or ends. */
export function sessionClock(calendar: TradingCalendar): {
  at(at: Instant): TradingSession | undefined;
} {
  let session: TradingSession | undefined;
  let [from, until] = [Number.POSITIVE_INFINITY, 0];
  return {
    at(at) {
      if (from <= at && at < until) return session;
      session = calendar.sessionAt(at);
      from = at;
      until = session?.closes ?? calendar.nextSession(at).opens;
      return session;
    },
  };
}
