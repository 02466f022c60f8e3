import { NYSE_CALENDAR } from "@sevenfold/domain/calendar";
import { tradingDay } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, MINUTE_MS } from "@sevenfold/domain/market";
import type { TradingSession } from "@sevenfold/domain/trading-session";

import type { SessionKind, SimulationPlan } from "./plan.ts";

/** A while that is played moment by moment. What lies between two of them is skipped, and no process runs then. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
  /** When the session closes, where that is within it. */
  readonly closes?: Instant;
}

const FIRST_DAYS: Readonly<Record<SessionKind, string>> = {
  regular: "2026-03-11",
  "half-day": "2026-11-27",
  "before-holiday": "2026-11-25",
  "before-weekend": "2026-03-20",
  "before-summer-time": "2026-03-06",
  "before-winter-time": "2026-10-30",
};

/**
 * Played of a session: around its opening, and around its close. Half a second off both, so that
 * prices, which come each second, come on neither.
 */
const BEFORE_OPENING_MS = 30_500;
const AFTER_OPENING_MS = 269_500;
const BEFORE_CLOSE_MS = 150_500;
const AFTER_CLOSE_MS = 29_500;

/** How long a trading day of a plan lasts: what a plan's milliseconds count is played time alone. */
export const PLAYED_DAY_MS =
  BEFORE_OPENING_MS + AFTER_OPENING_MS + BEFORE_CLOSE_MS + AFTER_CLOSE_MS;

/** Without faults, at the opening after the last day: so long for everything to go on as before. */
const CALM_MS = 3 * MINUTE_MS;

type PlannedDays = Pick<SimulationPlan, "days" | "session">;

export const stretchesOf = (plan: PlannedDays): readonly Stretch[] =>
  sessionsOf(plan, plan.days).flatMap(({ closes, opens }) => [
    { from: instant(opens - BEFORE_OPENING_MS), to: instant(opens + AFTER_OPENING_MS) },
    { from: instant(closes - BEFORE_CLOSE_MS), to: instant(closes + AFTER_CLOSE_MS), closes },
  ]);

/** What is played after the days. */
export function calmAfter(plan: PlannedDays): Stretch {
  const { opens } = sessionsOf(plan, plan.days + 1).at(-1)!;
  return { from: instant(opens - BEFORE_OPENING_MS), to: instant(opens + CALM_MS) };
}

function sessionsOf({ session }: PlannedDays, count: number): TradingSession[] {
  const sessions = [NYSE_CALENDAR.sessionOf(tradingDay(FIRST_DAYS[session]))!];
  while (sessions.length < count) sessions.push(NYSE_CALENDAR.nextSession(sessions.at(-1)!.closes));
  return sessions;
}
