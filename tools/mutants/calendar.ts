import type { MutantGroup } from "./mutant.ts";

export const CALENDAR: MutantGroup = {
  breaks: "When the exchange is open, and which day it is",
  mutants: [
    {
      name: "Daylight time ends an hour late",
      file: "packages/domain/src/new-york-time.ts",
      replace: "daylightEnds: daylightEnds(year) * DAY_MS + 6 * HOUR_MS,",
      by: "daylightEnds: daylightEnds(year) * DAY_MS + 7 * HOUR_MS,",
      foundBy: {
        "packages/domain/src/new-york-time.test.ts": [
          "agrees with the time zone database, minute by minute around every change",
        ],
      },
    },
    {
      name: "The trading day is UTC's",
      file: "packages/domain/src/new-york-time.ts",
      replace: "Math.floor((at + newYorkOffsetMinutes(at) * MINUTE_MS) / DAY_MS);",
      by: "Math.floor(at / DAY_MS);",
      foundBy: {
        "packages/domain/src/new-york-time.test.ts": [
          "turns over at midnight in New York, not in UTC",
        ],
      },
    },
    {
      name: "The session is still open at its close",
      file: "packages/domain/src/calendar.ts",
      replace: "session.opens <= at && at < session.closes",
      by: "session.opens <= at && at <= session.closes",
      foundBy: {
        "packages/domain/src/calendar.test.ts": ["includes the opening and excludes the close"],
      },
    },
    {
      name: "The day after Thanksgiving closes at four",
      file: "packages/domain/src/nyse-holidays.ts",
      replace: "if (month === 11 && weekday === FRIDAY && 23 <= day && day <= 29) return true;",
      by: "",
      foundBy: { "packages/domain/src/trading-session.test.ts": ["holds the sessions of 2018"] },
    },
    {
      name: "A day has the hours of the one that was asked about before",
      file: "packages/domain/src/trading-session.ts",
      replace: "if (dayNumber !== asked.dayNumber)",
      by: "if (Number.isNaN(asked.dayNumber))",
      foundBy: {
        "packages/domain/src/trading-session.test.ts": [
          "opens at 9:30 and closes at 16:00 by New York's clocks, summer and winter",
        ],
      },
    },
    {
      name: "A venue that closes sooner is not told of",
      file: "packages/application/src/trading/safeguards/venue-calendar.ts",
      replace: " && ours?.closes === theirs?.closes",
      by: "",
      foundBy: {
        "packages/application/src/trading/safeguards/venue-calendar.test.ts": [
          "differs where the venue opens later alone, and where it closes sooner alone",
        ],
      },
    },
    {
      name: "What a venue told of a day is remembered for ever",
      file: "packages/application/src/trading/safeguards/venue-calendar.ts",
      replace: "        told.delete(oldest);\n",
      by: "",
      foundBy: {
        "packages/application/src/trading/safeguards/venue-calendar.test.ts": [
          "forgets what was told of a day once much was told of later ones",
        ],
      },
    },
  ],
};
