import fc from "fast-check";
import type { EquityCurve } from "../equity-curve.ts";
import { instant } from "../market.ts";
import { ACCOUNT_VALUE_MAX, money, UNITS_PER_DOLLAR } from "../money.ts";

const DAY_MS = 86_400_000;
const FIRST_CLOSE = Date.UTC(2026, 0, 5, 21);

/** A curve from dollars: what it starts with and each day's close. */
export const curveOf = (start: number, closes: readonly number[]): EquityCurve =>
  curveFrom(
    start * UNITS_PER_DOLLAR,
    closes.map((dollars) => dollars * UNITS_PER_DOLLAR),
  );

// From a dollar up: below it a return of nearly −100% keeps too few digits to compose.
const equities = fc.integer({ min: UNITS_PER_DOLLAR, max: ACCOUNT_VALUE_MAX });

/** Curves of at least one day that never touch zero. */
export const curves = fc
  .tuple(equities, fc.array(equities, { minLength: 1, maxLength: 90 }))
  .map(([start, closes]) => curveFrom(start, closes));

const curveFrom = (start: number, closes: readonly number[]): EquityCurve => ({
  start: money(Math.round(start)),
  closes: closes.map((units, day) => ({
    at: instant(FIRST_CLOSE + day * DAY_MS),
    equity: money(Math.round(units)),
  })),
});
