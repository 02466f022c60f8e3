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

/** ISO 8601 in UTC. */
export const timestampOf = (at: Instant): string => new Date(at).toISOString();

export const timestampOrNull = (at: Instant | undefined): string | null =>
  at === undefined ? null : timestampOf(at);
