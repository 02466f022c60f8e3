import type { Instant } from "@sevenfold/domain/market";
import { dollarsOf } from "@sevenfold/domain/money";

/** Ten-thousandths as the wire has them: a number of dollars, null while unknown. */
export const dollarsOrNull = (units: number | undefined): number | null =>
  units === undefined ? null : dollarsOf(units);

const BPS_PER_PERCENT = 100;

/** Basis points as percent, null while unknown. */
export const percentOrNull = (bps: number | undefined): number | null =>
  bps === undefined ? null : bps / BPS_PER_PERCENT;

export const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const MINUTE_MS = 60_000;
/** Of the instants of one answer most lie in few minutes. */
const MINUTES_MAX = 1_000;
/** What instants of a minute begin with, by the minute's number since 1970. */
const beginnings = new Map<number, string>();
/** What they end with, by the millisecond of the minute's: made of these. */
const SECONDS = Array.from({ length: 60 }, (_, second) => `${String(second).padStart(2, "0")}.`);
const MILLISECONDS = Array.from({ length: 1_000 }, (_, ms) => `${String(ms).padStart(3, "0")}Z`);

/** ISO 8601 in UTC. An answer says hundreds of them, and `toISOString` takes fifteen times as long. */
export function timestampOf(at: Instant): string {
  const whole = Math.trunc(at);
  const minute = Math.floor(whole / MINUTE_MS);
  const ms = whole - minute * MINUTE_MS;
  const beginning = beginnings.get(minute) ?? beginningOf(minute);
  return `${beginning}${SECONDS[Math.floor(ms / 1_000)]}${MILLISECONDS[ms % 1_000]}`;
}

function beginningOf(minute: number): string {
  const text = new Date(minute * MINUTE_MS).toISOString();
  const beginning = text.slice(0, text.lastIndexOf(":") + 1);
  if (MINUTES_MAX <= beginnings.size) beginnings.clear();
  beginnings.set(minute, beginning);
  return beginning;
}

export const timestampOrNull = (at: Instant | undefined): string | null =>
  at === undefined ? null : timestampOf(at);
