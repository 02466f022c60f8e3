import type { TradingCalendar } from "./calendar.ts";
import type { Instant } from "./market.ts";

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** Whether a venue trades now, and how long that stays so. Durations in milliseconds. */
export type MarketHours =
  | {
      readonly isOpen: true;
      readonly closesInMs: number;
      readonly opensInMs?: undefined;
      readonly nextOpen: Instant;
    }
  | {
      readonly isOpen: false;
      readonly closesInMs?: undefined;
      readonly opensInMs: number;
      readonly nextOpen: Instant;
    };

/** The venue's hours as seen at an instant. `nextOpen` is the next opening after it, also while open. */
export function marketHours(calendar: TradingCalendar, at: Instant): MarketHours {
  const session = calendar.sessionAt(at);
  const nextOpen = calendar.nextSession(at).opens;
  return session
    ? { isOpen: true, closesInMs: session.closes - at, nextOpen }
    : { isOpen: false, opensInMs: nextOpen - at, nextOpen };
}

/** "2h 14m" until the close; undefined while closed. */
export const closesInText = ({ closesInMs }: MarketHours): string | undefined =>
  closesInMs === undefined ? undefined : countdownText(closesInMs);

/** "2h 14m" until the opening; undefined while open. */
export const timeUntilOpenText = ({ opensInMs }: MarketHours): string | undefined =>
  opensInMs === undefined ? undefined : countdownText(opensInMs);

/** "2d 14h 5m", "2h 14m", "14m": whole minutes rounded up, so that a running countdown never says 0m. */
export function countdownText(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE_MS));
  const days = Math.floor(minutes / MINUTES_PER_DAY);
  const hours = Math.floor((minutes % MINUTES_PER_DAY) / MINUTES_PER_HOUR);
  const rest = `${minutes % MINUTES_PER_HOUR}m`;
  if (0 < days) return `${days}d ${hours}h ${rest}`;
  return 0 < hours ? `${hours}h ${rest}` : rest;
}
