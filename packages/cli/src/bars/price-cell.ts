import { UNITS_PER_DOLLAR, unitsFromDecimal, unitsFromNumber } from "@sevenfold/domain/money";

const NOTHING = new Set(["", "null", "nan", "n/a", "na", "none", "-"]);

/** Whether a cell says that there was no price. */
export const isNoPrice = (cell: string): boolean =>
  cell.length < 5 && NOTHING.has(cell.trim().toLowerCase());

const ZERO = 48;
const POINT = 46;

/**
 * A price cell → ten-thousandths of a dollar, half-even; `undefined` when it is no plain decimal.
 * Reads "2.179012", "$189.70" and "1,234.50". Zero, negatives and huge numbers are left to the caller.
 */
export function unitsOfCell(cell: string): number | undefined {
  // A million rows make four million cells: the usual form is read digit by digit, without a regex.
  let units = 0;
  let decimals = -1;
  for (let i = 0; i < cell.length; i++) {
    const digit = cell.charCodeAt(i) - ZERO;
    if (0 <= digit && digit <= 9) {
      if (decimals === 4) return slowUnitsOfCell(cell);
      units = units * 10 + digit;
      if (0 <= decimals) decimals++;
    } else if (cell.charCodeAt(i) === POINT && decimals < 0 && 0 < i) {
      decimals = 0;
    } else {
      return slowUnitsOfCell(cell);
    }
  }
  if (cell.length === 0 || 16 < cell.length) return slowUnitsOfCell(cell);
  for (let missing = decimals < 0 ? 4 : 4 - decimals; 0 < missing; missing--) units *= 10;
  return Number.isSafeInteger(units) ? units : slowUnitsOfCell(cell);
}

const EXPONENT = /^[+-]?\d+(?:\.\d*)?e[+-]?\d{1,2}$/i;
const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

function slowUnitsOfCell(cell: string): number | undefined {
  const bare = cell.trim().replace(/^\$\s*/, "");
  // Some writers drop the leading zero: ".5".
  const whole = /^\.\d/.test(bare) ? `0${bare}` : bare;
  if (EXPONENT.test(whole)) return unitsFromNumber(Number(whole));
  return unitsFromDecimal(THOUSANDS.test(whole) ? whole.replaceAll(",", "") : whole);
}

const DECIMAL_COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/;
const EITHER = /^[+-]?\d{1,3},\d{3}$/;

/**
 * The same where semicolons part the cells: spreadsheets that write commas into their decimals do
 * so. "1,234" alone may be either, and is taken for neither.
 */
export function unitsOfSemicolonCell(cell: string): number | undefined {
  const bare = cell.trim();
  return isEither(bare) ? undefined : unitsOfCell(withPoint(bare));
}

/** Whether a cell between semicolons may be thousands as well as a decimal. */
export const isEither = (cell: string): boolean => EITHER.test(cell);

/** "1.234,50" → "1234.50"; what has no decimal comma stays. */
export const withPoint = (cell: string): string =>
  DECIMAL_COMMA.test(cell) ? cell.replaceAll(".", "").replace(",", ".") : cell;

/** $10,000,000 a share: ten times the dearest there is. Live orders end at `PRICE_MAX`. */
export const BAR_PRICE_MAX = 10_000_000 * UNITS_PER_DOLLAR;

export const isTradablePrice = (units: number): boolean => 0 < units && units <= BAR_PRICE_MAX;

/** Whether so many shares may have been traded: what follows of more would not be exact. */
export const isCountable = (shares: number): boolean =>
  0 <= shares && shares <= Number.MAX_SAFE_INTEGER;
