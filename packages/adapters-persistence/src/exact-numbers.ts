import { invariant } from "@sevenfold/domain/invariant";
import { decimalOf } from "@sevenfold/domain/money";
import type { ValueTransformer } from "typeorm";

const NUMERIC = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/;

/**
 * What PostgreSQL prints of a numeric(19,4) → integer ten-thousandths. Exact: digits are moved,
 * nothing is rounded. Text of any other shape is our mistake and throws.
 */
export function unitsOfNumeric(text: string): number {
  const match = NUMERIC.exec(text);
  invariant(match !== null, `not a numeric with four decimals: ${text}`);
  const [, sign, whole, fraction = ""] = match;
  const units = Number(`${whole}${fraction.padEnd(4, "0")}`);
  invariant(Number.isSafeInteger(units), `a numeric beyond the safe integers: ${text}`);
  return sign === "-" && units !== 0 ? -units : units;
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
