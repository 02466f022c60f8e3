import type { FaultPlace, MarketKind, PlannedAccount, SessionKind } from "./plan.ts";
import { PLAYED_DAY_MS } from "./played-time.ts";

export const ACCOUNTS_MAX = 4;
export const USERS_MAX = 3;
export const SYMBOLS_MAX = 8;
export const WORKERS_MAX = 2;
/** More takes hours, and a mistyped number should not. */
export const DAYS_MAX = 250;

export const SESSIONS: readonly SessionKind[] = [
  "regular",
  "half-day",
  "before-holiday",
  "before-weekend",
  "before-summer-time",
  "before-winter-time",
];
export const MARKETS: readonly MarketKind[] = [
  "calm",
  "trend",
  "crash",
  "gap",
  "whipsaw",
  "halts",
  "bad-ticks",
];
export const MODES: readonly PlannedAccount["mode"][] = ["TRAILING", "SIMPLE", "HYBRID"];
export const PLACES: readonly FaultPlace[] = ["broker", "database", "prices", "clock", "process"];

/** When a planned day begins, in played time. */
export const beginningOf = (day: number): number => day * PLAYED_DAY_MS;
export const spanOf = (days: number): number => beginningOf(days);
