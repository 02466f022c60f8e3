import type { DayHours } from "@sevenfold/domain/calendar";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { TradingDay } from "@sevenfold/domain/market";
import { newYorkParts, tradingDayOf } from "@sevenfold/domain/new-york-time";
import { BrokerUnavailable } from "../../ports/broker.ts";
import type { FollowedAccount } from "../account/followed-account.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { aheadOfBroker, SKEW_MS_MAX } from "../account/venue-time.ts";
import type { HoursApart } from "../safeguards/venue-calendar.ts";
import { noteDifference } from "./note-difference.ts";

type Needs = Pick<TradingNeeds, "announcer" | "clock" | "log" | "storage" | "venueCalendar">;

const CLOCK_EVERY_MS = 60_000;
/** Who has set a wrong clock right waits no longer than that to trade again. */
const CLOCK_APART_EVERY_MS = 10_000;
const HOURS_EVERY_MS = 60 * 60_000;
/** Days asked for on either side: shorter than the time within which every calendar has a session. */
const DAYS_AROUND = 7;

/**
 * Compares our clock and our calendar with the broker's, now and then, and holds the account back while
 * they differ: by a wrong time sessions, cool-downs and the age of a price are wrong. The built-in
 * exchange is not asked: its time may be another on purpose.
 */
export async function noteVenueTime(needs: Needs, followed: FollowedAccount): Promise<void> {
  if (followed.account.venue === "built-in") return;
  try {
    await noteClock(needs, followed);
    await noteHours(needs, followed);
  } catch (error) {
    if (!(error instanceof BrokerUnavailable)) throw error;
    // Asked again at the next reconciliation; what was known until then stands.
    needs.log.warn("venue-time-unread", { accountId: followed.id, error: error.message });
  }
}

async function noteClock(needs: Needs, followed: FollowedAccount): Promise<void> {
  const { broker, mutex, venueTime } = followed;
  const { clock } = needs;
  const begunMs = clock.monotonicMs();
  const everyMs = venueTime.isClockApart ? CLOCK_APART_EVERY_MS : CLOCK_EVERY_MS;
  if (begunMs - venueTime.clockAskedMs < everyMs) return;
  const aheadMs = await aheadOfBroker(broker, clock);
  venueTime.clockAskedMs = begunMs;
  if (aheadMs === undefined) return;
  const isTooFar = SKEW_MS_MAX < Math.abs(aheadMs);
  venueTime.isClockApart = isTooFar;
  await mutex.take(() =>
    noteDifference(needs, followed, {
      because: "clock-differs",
      isOver: !isTooFar,
      about: isTooFar ? aboutClock(aheadMs) : undefined,
      facts: { aheadMs },
    }),
  );
}

const SPANS = [
  [60 * 60_000, "an hour"],
  [60_000, "a minute"],
  [10_000, "ten seconds"],
  [SKEW_MS_MAX, "two seconds"],
] as const;

/** In steps, so that a clock that drifts is not told of each time. */
function aboutClock(aheadMs: number): string {
  const [, span] = SPANS.find(([ms]) => ms < Math.abs(aheadMs)) ?? SPANS.at(-1)!;
  return `It is more than ${span} ${0 < aheadMs ? "ahead" : "behind"}: set it by a time server.`;
}

async function noteHours(needs: Needs, followed: FollowedAccount): Promise<void> {
  const { clock, storage, venueCalendar } = needs;
  const { broker, mutex, venueTime } = followed;
  if (broker.hours === undefined || venueCalendar === undefined) return;
  const today = tradingDayOf(clock.now());
  if (HOURS_EVERY_MS <= clock.monotonicMs() - venueTime.hoursAskedMs) {
    const [from, to] = [dayAfter(today, -DAYS_AROUND), dayAfter(today, DAYS_AROUND)];
    const days = await broker.hours(from, to);
    if (days.length === 0)
      throw new BrokerUnavailable("unreadable", "The broker's calendar has no open day.");
    venueCalendar.learn({ days, from, to });
    // For the next start, and for processes that ask no broker.
    await storage.transact((tables) => tables.venueHours.keep({ days, from, to }));
    venueTime.hoursAskedMs = clock.monotonicMs();
    // The session at hand may end at another time than was known when it began.
    followed.sessionUntil = followed.sessionFrom;
  }
  const apart = venueCalendar.differenceOn(today);
  await mutex.take(() =>
    noteDifference(needs, followed, {
      because: "hours-differ",
      isOver: apart === undefined,
      about: apart && aboutHours(today, apart),
      facts: { day: today, ...apart },
    }),
  );
}

const dayAfter = (day: TradingDay, count: number): TradingDay =>
  tradingDayFrom(dayNumberFrom(day) + count);

/** "2026-11-27: 09:30 to 13:00 there, closed here." */
const aboutHours = (day: TradingDay, { ours, theirs }: HoursApart): string =>
  `${day}: ${hoursText(theirs)} there, ${hoursText(ours)} here, in New York.`;

function hoursText(hours: DayHours | undefined): string {
  return hours === undefined ? "closed" : `${clockText(hours.opens)} to ${clockText(hours.closes)}`;
}

function clockText(at: DayHours["opens"]): string {
  const { hour, minute } = newYorkParts(at);
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
