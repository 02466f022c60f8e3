import { InvariantViolation, invariant } from "./invariant.ts";

declare const brand: unique symbol;
type Branded<Name extends string> = number & { readonly [brand]: Name };

/** Dollars per share, in ten-thousandths of a dollar. Always a positive safe integer. */
export type Price = Branded<"Price">;
/** An amount of dollars, in ten-thousandths of a dollar. A signed safe integer. */
export type Money = Branded<"Money">;
/** Whole shares, never negative. */
export type Quantity = Branded<"Quantity">;
/** A rate in basis points: 400 is 4%. A whole number. */
export type Bps = Branded<"Bps">;

export const UNITS_PER_DOLLAR = 10_000;
export const BPS_PER_ONE = 10_000;
/** Largest account we carry, so that cost × rate stays a safe integer. */
export const ACCOUNT_VALUE_MAX = 50_000_000 * UNITS_PER_DOLLAR;
/** Largest price accepted: $100,000 a share. */
export const PRICE_MAX = 100_000 * UNITS_PER_DOLLAR;

export const NO_MONEY = 0 as Money;
export const NO_SHARES = 0 as Quantity;

export const isPrice = (units: number): units is Price =>
  Number.isSafeInteger(units) && 0 < units && units <= PRICE_MAX;

export function price(units: number): Price {
  // Asked first, here and below: to write the sentence takes longer than the sum it is about.
  if (!isPrice(units))
    throw new InvariantViolation(`a price is a positive integer of ten-thousandths, not ${units}`);
  return units;
}

export function money(units: number): Money {
  if (!Number.isSafeInteger(units))
    throw new InvariantViolation(`money is a safe integer of ten-thousandths, not ${units}`);
  // Never minus zero: it would print as "-0" and differ from 0 in Object.is.
  return (units === 0 ? 0 : units) as Money;
}

export function shares(count: number): Quantity {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new InvariantViolation(`shares are whole and not negative: ${count}`);
  return count as Quantity;
}

export function bps(points: number): Bps {
  invariant(Number.isSafeInteger(points), `a rate is whole basis points, not ${points}`);
  return points as Bps;
}

/** Price × shares, exact. */
export const notionalOf = (each: Price, count: Quantity): Money => money(each * count);

export const plus = (left: Money, right: Money): Money => money(left + right);
export const sumOf = (amounts: readonly Money[]): Money =>
  money(amounts.reduce<number>((sum, amount) => sum + amount, 0));
export const minus = (left: Money, right: Money): Money => money(left - right);

/** (a × b) ÷ c towards minus infinity. The quotient must be a safe integer; the product need not. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  return Number.isSafeInteger(product) ? exactFloor(product, c) : largeFloor(a, b, c);
}

/** (a × b) ÷ c towards plus infinity. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const down = mulDivFloor(-a, b, c);
  return down === 0 ? 0 : -down;
}

/** (a × b) ÷ c to the nearest integer, ties to the even one. */
export function mulDivHalfEven(a: number, b: number, c: number): number {
  const product = a * b;
  if (!Number.isSafeInteger(product)) return largeHalfEven(a, b, c);
  const down = exactFloor(product, c);
  const twice = 2 * (product - down * c);
  if (twice < c) return down;
  if (c < twice) return down + 1;
  return down % 2 === 0 ? down : down + 1;
}

/**
 * amount × rate ÷ 10,000 towards minus infinity. Splitting the amount keeps every product a safe
 * integer up to amounts a rate's multiple below 2^53, where multiplying first would leave them.
 */
export function atRateFloor(amount: number, rateBps: number): number {
  const rest = amount % BPS_PER_ONE;
  const result =
    ((amount - rest) / BPS_PER_ONE) * rateBps + Math.floor((rest * rateBps) / BPS_PER_ONE);
  if (!Number.isSafeInteger(result)) throw new InvariantViolation(`${amount} at ${rateBps} bps`);
  return result;
}

/** amount × rate ÷ 10,000 towards plus infinity. */
export const atRateCeil = (amount: number, rateBps: number): number => {
  const down = atRateFloor(-amount, rateBps);
  return down === 0 ? 0 : -down;
};

/** A decimal as people and venues write it ("189.7", "1e3" is not one) → ten-thousandths, half-even. */
export function unitsFromDecimal(text: string): number | undefined {
  const match = /^([+-]?)(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole, fraction = ""] = match;
  const padded = fraction.padEnd(5, "0");
  const kept = Number(whole) * UNITS_PER_DOLLAR + Number(padded.slice(0, 4));
  const rest = padded.slice(4);
  const half = `5${"0".repeat(rest.length - 1)}`;
  const up = rest > half || (rest === half && kept % 2 === 1);
  const units = up ? kept + 1 : kept;
  return sign === "-" && units !== 0 ? -units : units;
}

/** A JSON number of dollars → ten-thousandths, half-even on its shortest decimal form. */
export function unitsFromNumber(dollars: number): number | undefined {
  if (!Number.isFinite(dollars)) return undefined;
  const text = String(dollars);
  // Below a millionth JavaScript prints an exponent; that is nothing in ten-thousandths.
  if (text.includes("e")) return Math.abs(dollars) < 1 ? 0 : undefined;
  return unitsFromDecimal(text);
}

/** Ten-thousandths → a JSON number of dollars with at most four decimals. */
export const dollarsOf = (units: number): number => units / UNITS_PER_DOLLAR;

/** Ten-thousandths → "1234.5678", trailing zeros after the cents dropped. Exact. */
export function decimalOf(units: number): string {
  const magnitude = Math.abs(units);
  const whole = Math.floor(magnitude / UNITS_PER_DOLLAR);
  const fraction = String(magnitude % UNITS_PER_DOLLAR).padStart(4, "0");
  const cut = fraction.endsWith("00") ? fraction.slice(0, 2) : fraction.replace(/0$/, "");
  return `${units < 0 ? "-" : ""}${whole}.${cut}`;
}

/** "$1,234.56": cents, half-even. For sentences a person reads. */
export function dollarsText(units: number): string {
  const cents = mulDivHalfEven(Math.abs(units), 1, 100);
  return `${units < 0 ? "−" : ""}$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
}

/** "$1,234.56", "$0.8125": a price to the last ten-thousandth, for sentences a person reads. */
export function priceText(units: number): string {
  const [whole, fraction] = decimalOf(units).split(".");
  return `$${grouped(Number(whole))}.${fraction}`;
}

const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",");

/** A price below a dollar moves in ten-thousandths, one of a dollar or more in cents. */
export const tickOf = (units: number): number => (units < UNITS_PER_DOLLAR ? 1 : 100);

function exactFloor(product: number, by: number): number {
  invariant(0 < by, "division by a positive integer only");
  // The remainder of two safe integers is exact, where a floating quotient may round up.
  const remainder = product % by;
  const quotient = (product - remainder) / by;
  return remainder < 0 ? quotient - 1 : quotient === 0 ? 0 : quotient;
}

/** The cost of a large holding times its shares: rare, so that it may be slow. */
function largeFloor(a: number, b: number, c: number): number {
  invariant(0 < c, "division by a positive integer only");
  invariant(Number.isInteger(a) && Number.isInteger(b), `${a} × ${b} is no whole number`);
  const product = BigInt(a) * BigInt(b);
  const quotient = product / BigInt(c);
  return safeOf(product < 0n && quotient * BigInt(c) !== product ? quotient - 1n : quotient);
}

function largeHalfEven(a: number, b: number, c: number): number {
  const down = largeFloor(a, b, c);
  const twice = 2n * (BigInt(a) * BigInt(b) - BigInt(down) * BigInt(c));
  const isUp = BigInt(c) < twice || (twice === BigInt(c) && down % 2 !== 0);
  return isUp ? safeOf(BigInt(down) + 1n) : down;
}

function safeOf(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new InvariantViolation(`${value} leaves the safe integers`);
  return number;
}
