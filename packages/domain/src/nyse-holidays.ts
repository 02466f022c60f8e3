import {
  dateOf,
  dayNumberFrom,
  easterOf,
  FRIDAY,
  MONDAY,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  tradingDay,
  WEDNESDAY,
  type Weekday,
  weekdayOf,
} from "./calendar-date.ts";

/** Closures and early closes that no rule foresees. */
const CLOSURES_BY_DATE = {
  "1994-04-27": "Funeral of Richard Nixon",
  "2001-09-11": "September 11 attacks",
  "2001-09-12": "September 11 attacks",
  "2001-09-13": "September 11 attacks",
  "2001-09-14": "September 11 attacks",
  "2004-06-11": "Mourning for Ronald Reagan",
  "2007-01-02": "Mourning for Gerald Ford",
  "2012-10-29": "Hurricane Sandy",
  "2012-10-30": "Hurricane Sandy",
  "2018-12-05": "Mourning for George H. W. Bush",
  "2025-01-09": "Mourning for Jimmy Carter",
};
const EARLY_CLOSES = ["1997-12-26", "1999-12-31", "2003-12-26"];

// By day number: a date is read once here, and not written out for each day that is asked about.
const dayNumberIn = (date: string): number => dayNumberFrom(tradingDay(date));
const AD_HOC_CLOSURES: ReadonlyMap<number, string> = new Map(
  Object.entries(CLOSURES_BY_DATE).map(([date, reason]) => [dayNumberIn(date), reason]),
);
const AD_HOC_EARLY_CLOSES: ReadonlySet<number> = new Set(EARLY_CLOSES.map(dayNumberIn));

/**
 * Why the New York Stock Exchange is closed on a day, or undefined when it opens.
 *
 * Rules and ad-hoc closures hold for 1998–2035 as far as they are published. Earlier years
 * follow the same rules without Martin Luther King Jr. Day, good for the nineties; later
 * years follow today's rules.
 */
export function closureOn(dayNumber: number): string | undefined {
  const weekday = weekdayOf(dayNumber);
  if (weekday === SATURDAY || weekday === SUNDAY) return "Weekend";
  return holidayOn(dayNumber, weekday) ?? AD_HOC_CLOSURES.get(dayNumber);
}

/** Whether a day the exchange opens ends at 13:00. Such days begin in 1993. */
export function isEarlyCloseOn(dayNumber: number): boolean {
  const { year, month, day } = dateOf(dayNumber);
  const weekday = weekdayOf(dayNumber);
  if (year < 1993) return false;
  if (month === 7 && isBesideIndependenceDay(year, day, weekday)) return true;
  if (month === 11 && weekday === FRIDAY && 23 <= day && day <= 29) return true;
  // On a Friday it is the holiday itself, observed for a Saturday's Christmas.
  if (month === 12 && day === 24) return true;
  return AD_HOC_EARLY_CLOSES.has(dayNumber);
}

function holidayOn(dayNumber: number, weekday: Weekday): string | undefined {
  const { year, month, day } = dateOf(dayNumber);
  const monday = weekday === MONDAY;
  switch (month) {
    case 1:
      // On a Saturday it is not observed: December 31 is an ordinary day.
      if (day === 1 || (day === 2 && monday)) return "New Year's Day";
      return 1998 <= year && monday && isNth(3, day) ? "Martin Luther King Jr. Day" : undefined;
    case 2:
      return monday && isNth(3, day) ? "Washington's Birthday" : undefined;
    case 3:
    case 4:
      return weekday === FRIDAY && dayNumber === easterOf(year) - 2 ? "Good Friday" : undefined;
    case 5:
      return monday && 25 <= day ? "Memorial Day" : undefined;
    case 6:
      return 2022 <= year && isObserved(19, day, weekday) ? "Juneteenth" : undefined;
    case 7:
      return isObserved(4, day, weekday) ? "Independence Day" : undefined;
    case 9:
      return monday && isNth(1, day) ? "Labor Day" : undefined;
    case 11:
      return weekday === THURSDAY && isNth(4, day) ? "Thanksgiving Day" : undefined;
    case 12:
      return isObserved(25, day, weekday) ? "Christmas Day" : undefined;
    default:
      return undefined;
  }
}

/** The nth of a weekday in its month: the third Monday is one of 15–21. */
const isNth = (nth: number, day: number): boolean => Math.ceil(day / 7) === nth;

/** A fixed holiday moves from Saturday to Friday and from Sunday to Monday. */
const isObserved = (holiday: number, day: number, weekday: Weekday): boolean =>
  day === holiday ||
  (day === holiday - 1 && weekday === FRIDAY) ||
  (day === holiday + 1 && weekday === MONDAY);

/** July 3 before a holiday on Tuesday–Friday; until 2012 a Thursday's holiday shortened Friday instead. */
const isBesideIndependenceDay = (year: number, day: number, weekday: Weekday): boolean =>
  year < 2013 && (weekday === WEDNESDAY || weekday === FRIDAY)
    ? day === 5 && weekday === FRIDAY
    : day === 3 && isMondayToThursday(weekday);

const isMondayToThursday = (weekday: Weekday): boolean => MONDAY <= weekday && weekday <= THURSDAY;
