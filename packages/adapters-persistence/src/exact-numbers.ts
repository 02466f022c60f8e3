import { invariant } from "@sevenfold/domain/invariant";
import { decimalOf } from "@sevenfold/domain/money";
import type { ValueTransformer } from "typeorm";

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const WHOLE_MAX = 12;
const DECIMALS = 4;
const POWERS = [1, 10, 100, 1_000, 10_000];

/**
 * What PostgreSQL prints of a numeric(19,4) → integer ten-thousandths. Exact: digits are moved,
 * nothing is rounded. Text of any other shape is our mistake and throws.
 */
export function unitsOfNumeric(text: string): number {
  const isNegative = text.charCodeAt(0) === MINUS;
  const first = isNegative ? 1 : 0;
  const point = text.indexOf(".", first);
  const whole = (point === -1 ? text.length : point) - first;
  const decimals = point === -1 ? 0 : text.length - point - 1;
  let units = 0;
  let isNumeric = 1 <= whole && whole <= WHOLE_MAX && decimals <= DECIMALS;
  if (point !== -1 && decimals === 0) isNumeric = false;
  // Digit by digit: every row that is read has a dozen of them, and a pattern takes many times as long.
  for (let index = first; isNumeric && index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === POINT && index === point) continue;
    const digit = code - ZERO;
    if (digit < 0 || 9 < digit) isNumeric = false;
    units = units * 10 + digit;
  }
  units *= POWERS[DECIMALS - decimals] ?? 0;
  if (!isNumeric || !Number.isSafeInteger(units))
    invariant(false, `not a numeric of four decimals that a safe integer holds: ${text}`);
  return isNegative && units !== 0 ? -units : units;
}

/** Integer ten-thousandths → decimal text for a numeric(19,4). */
export function numericOfUnits(units: number): string {
  invariant(Number.isSafeInteger(units), `not a safe integer of ten-thousandths: ${units}`);
  return decimalOf(units);
}

/** A bigint column → a safe integer. */
export function countOfBigint(text: string): number {
  const count = Number(text);
  invariant(Number.isSafeInteger(count), `a bigint beyond the safe integers: ${text}`);
  return count;
}

/** Applies a mapping to what is there and leaves NULL alone: TypeORM passes both. */
function mapped<Row, Ours>(from: (stored: Row) => Ours, to: (ours: Ours) => Row): ValueTransformer {
  return {
    from: (stored: Row | null) => (stored === null ? null : from(stored)),
    to: (ours: Ours | null | undefined) => (ours === null || ours === undefined ? ours : to(ours)),
  };
}

/** Money and prices in ten-thousandths of a dollar; rates in ten-thousandths of one. */
export const asUnits = mapped<string, number>(unitsOfNumeric, numericOfUnits);
export const asCount = mapped<string | number, number>(
  (stored) => countOfBigint(String(stored)),
  String,
);
/** timestamptz(3) ↔ UTC milliseconds. */
export const asInstant = mapped<Date, number>(
  (stored) => stored.getTime(),
  (at) => new Date(at),
);
