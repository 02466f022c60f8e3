import type { MetricShape } from "@sevenfold/application/research/metrics/metric-definition";
import { sharesText } from "@sevenfold/application/research/parts/parts-of-shares";
import { dollarsText, unitsFromNumber } from "@sevenfold/domain/money";

/** What a day's gain makes of a year may have thirty digits, which nobody reads. */
const FRACTION_MAX = 1e7;

/** "1,234.56%", with a true minus; "over 1,000,000,000%" from there on. */
export const percent = (fraction: number, digits = 2): string => {
  if (FRACTION_MAX < fraction) return "over 1,000,000,000%";
  const text = Math.abs(fraction * 100).toFixed(digits);
  return `${fraction < 0 && Number(text) !== 0 ? "−" : ""}${withThousands(text)}%`;
};

const withThousands = (decimal: string): string =>
  decimal.replace(/^\d{4,}/, (whole) => Number(whole).toLocaleString("en-US"));

/** "$1,234.56": exact dollars are rounded half-even, others as floats round; a trillion and more has no cents. */
export function dollars(amount: number): string {
  const units = unitsFromNumber(amount) ?? Math.round(amount * 10_000);
  if (Number.isSafeInteger(units)) return dollarsText(units);
  const whole = Math.round(Math.abs(amount)).toLocaleString("en-US");
  return `${amount < 0 ? "−" : ""}$${whole}`;
}

export const signedDollars = (amount: number): string =>
  `${0 < amount ? "+" : ""}${dollars(amount)}`;

export const counted = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString("en-US")} ${many === 1 ? one : more}`;

/** "−0.74"; an en dash where there is none. */
export const ratio = (value: number | null): string =>
  value === null ? "–" : value.toFixed(2).replace("-", "−");

const [HOURS_PER_DAY, MINUTES_PER_DAY] = [24, 1_440];

/** Shares, or parts of one to nine decimals: never with an exponent. */
export const shareText = (shares: number): string => sharesText(shares, 1);

/** Days of the calendar as a person says them: "45 minutes", "6.5 hours", "3.2 days". */
export function duration(days: number): string {
  if (days === 0) return "0";
  const minutes = days * MINUTES_PER_DAY;
  if (minutes < 90) return counted(Math.round(minutes), "minute");
  if (days < 2) return counted(Number((days * HOURS_PER_DAY).toFixed(1)), "hour");
  return counted(Number(days.toFixed(days < 100 ? 1 : 0)), "day");
}

/** A metric as a person reads it. */
export const shaped = (value: number, shape: MetricShape): string =>
  ({
    fraction: () => percent(value),
    ratio: () => ratio(value),
    dollars: () => signedDollars(value),
    days: () => counted(value, "day"),
    duration: () => duration(value),
    count: () => value.toLocaleString("en-US"),
  })[shape]();
