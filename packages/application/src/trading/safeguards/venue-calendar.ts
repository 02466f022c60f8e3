import { type DayHours, narrowedCalendar, type TradingCalendar } from "@sevenfold/domain/calendar";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { TradingDay } from "@sevenfold/domain/market";
import type { ToldHours } from "../../ports/stores/venue-hours-store.ts";

/** A venue's hours of a day where they are not ours; undefined for a day that is closed. */
export interface HoursApart {
  readonly ours: DayHours | undefined;
  readonly theirs: DayHours | undefined;
}

/**
 * Our calendar of a market, narrowed by what a venue of it says: open while both are. Whatever is told
 * of a day replaces what was told of it before. The last answer is kept for the next start and for other
 * processes (`shareVenueHours`).
 */
export interface VenueCalendar extends TradingCalendar {
  learn(told: ToldHours): void;
  /** Undefined where both are the same, and where nothing was told of the day. */
  differenceOn(day: TradingDay): HoursApart | undefined;
}

/** Days remembered; older ones are as our calendar has them. */
const DAYS_MAX = 60;

export function openVenueCalendar(own: TradingCalendar): VenueCalendar {
  const told = new Map<TradingDay, DayHours | "closed">();
  return {
    ...narrowedCalendar(own, (day) => told.get(day) ?? "untold"),
    learn({ days, from, to }) {
      const open = new Map(days.map((hours) => [hours.day, hours]));
      for (let number = dayNumberFrom(from); number <= dayNumberFrom(to); number += 1) {
        const day = tradingDayFrom(number);
        told.set(day, open.get(day) ?? "closed");
      }
      for (const oldest of told.keys()) {
        if (told.size <= DAYS_MAX) return;
        told.delete(oldest);
      }
    },
    differenceOn(day) {
      const said = told.get(day);
      if (said === undefined) return undefined;
      const ours = own.sessionOf(day);
      const theirs = said === "closed" ? undefined : said;
      const isSame = ours?.opens === theirs?.opens && ours?.closes === theirs?.closes;
      return isSame ? undefined : { ours, theirs };
    },
  };
}
