import type { Book } from "@sevenfold/domain/book";
import { mulDivFloor, type Price, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { MILLION } from "@sevenfold/domain/toward-target";
import type { WantedTarget } from "../../ports/strategies.ts";
import { countFor, countOf, SHARES_IN_PARTS_MAX } from "../parts/parts-of-shares.ts";
import type { Target } from "./strategy-interface.ts";

const NONE = 0;
const SHARES = 1;
const SHARE_OF_EQUITY = 2;
const DOLLARS = 3;
const RISK = 4;

/** No account holds more. */
const DOLLARS_MAX = 50_000_000;

/** More shares of one symbol no account may be worth. */
export const SHARES_MAX = 1_000_000_000;

/** What is wanted of each slot and not yet brought about. */
export interface Wishes {
  readonly kinds: Uint8Array;
  readonly amounts: Float64Array;
  /** What a risk is measured by: ten-thousandths of a dollar a share. */
  readonly distances: Float64Array;
  readonly stops: Uint8Array;
  /** The order sent for it, from 1; 0 where none was. */
  readonly orders: Float64Array;
  /** Less than nothing may be wanted: shares are sold short. */
  readonly canBeShort: boolean;
  /** What a share is counted in. */
  readonly partsPerShare: number;
  standing: number;
}

export const openWishes = (slots: number, canBeShort = false, partsPerShare = 1): Wishes => ({
  canBeShort,
  partsPerShare,
  kinds: new Uint8Array(slots),
  amounts: new Float64Array(slots),
  distances: new Float64Array(slots),
  stops: new Uint8Array(slots),
  orders: new Float64Array(slots),
  standing: 0,
});

/** Takes the place of what was wanted of the slot; answers what is wrong with it, if anything is. */
export function wish(wishes: Wishes, slot: number, wanted: Target): string | undefined {
  const wrong = wrongOf(wanted, wishes);
  if (wrong !== undefined) return wrong;
  if (wishes.kinds[slot] === NONE) wishes.standing += 1;
  const { shares, share, dollars, volatility, deviation, risk, distance, stop } =
    wanted as unknown as Readonly<Record<string, number>> & { readonly stop?: boolean };
  if (shares !== undefined) put(SHARES, countOf(shares, wishes.partsPerShare));
  else if (dollars !== undefined) put(DOLLARS, Math.round(dollars * UNITS_PER_DOLLAR));
  else if (risk !== undefined) put(RISK, Math.round(risk * MILLION));
  else
    put(SHARE_OF_EQUITY, Math.round((share ?? boundedByOne(volatility! / deviation!)) * MILLION));
  wishes.distances[slot] = Math.round((distance ?? 0) * UNITS_PER_DOLLAR);
  wishes.stops[slot] = stop === true ? 1 : 0;
  wishes.orders[slot] = 0;
  return undefined;

  function put(kind: number, amount: number): void {
    wishes.kinds[slot] = kind;
    wishes.amounts[slot] = amount;
  }
}

const boundedByOne = (share: number): number => Math.max(-1, Math.min(1, share));

export function grant(wishes: Wishes, slot: number): void {
  if (wishes.kinds[slot] === NONE) return;
  wishes.kinds[slot] = NONE;
  wishes.standing -= 1;
}

/**
 * A split: what was wanted of the slot as a count, or by a distance in dollars, was of the old shares.
 * None at all is none of the new ones too.
 */
export function forgetCounts(wishes: Wishes, slot: number): void {
  if (wishes.amounts[slot] === 0) return;
  if (wishes.kinds[slot] === SHARES || wishes.kinds[slot] === RISK) grant(wishes, slot);
}

export const isWished = ({ kinds }: Wishes, slot: number): boolean => kinds[slot] !== NONE;

/** Whether so many shares are wanted as are held. */
export const isMet = ({ kinds, amounts }: Wishes, slot: number, held: number): boolean =>
  kinds[slot] === SHARES && amounts[slot] === held;

/** What sizes are taken from. */
interface Worth {
  readonly equity: number;
  readonly price: number;
}

/** What stands of the slot, where nothing is counted in parts. */
export function wantedOf(wishes: Wishes, slot: number): Omit<WantedTarget, "ticker"> | undefined {
  const kind = wishes.kinds[slot]!;
  if (kind === NONE) return undefined;
  const about = { amount: wishes.amounts[slot]!, isStop: wishes.stops[slot] === 1 };
  if (kind === SHARES) return { unit: "shares", ...about };
  if (kind === DOLLARS) return { unit: "dollars", ...about };
  const distance = wishes.distances[slot] as Price;
  return { unit: "millionths", ...about, ...(kind === RISK && { distance }) };
}

/** What the wish comes to at the slot's last price and the equity of now. */
export const sharesWished = (wishes: Wishes, { equity, last }: Book, slot: number): number =>
  sharesAt(wishes, slot, { equity, price: last[slot]! });

/** What share of equity the wish is, of so many shares, on whichever side. */
export function shareWished(
  wishes: Wishes,
  { equity, last, partsPerShare }: Book,
  slot: number,
  shares: number,
): number {
  if (wishes.kinds[slot] === SHARE_OF_EQUITY) return Math.abs(wishes.amounts[slot]!) / MILLION;
  const count = Math.abs(shares) / partsPerShare;
  return equity <= 0 ? 0 : (count * last[slot]!) / equity;
}

/** Below zero: to be owed. */
function sharesAt(wishes: Wishes, slot: number, worth: Worth): number {
  const amount = wishes.amounts[slot]!;
  return amount < 0 ? -countAt(wishes, slot, -amount, worth) : countAt(wishes, slot, amount, worth);
}

/** Shares as they are counted, whichever way: rounded towards none. */
function countAt(wishes: Wishes, slot: number, amount: number, { equity, price }: Worth): number {
  const { partsPerShare } = wishes;
  const kind = wishes.kinds[slot];
  if (kind === SHARES) return amount;
  if (kind === DOLLARS) return countFor(amount, price, partsPerShare);
  const worth = mulDivFloor(Math.max(0, equity), amount, MILLION);
  const each = kind === RISK ? wishes.distances[slot]! : price;
  return Math.min(SHARES_MAX * partsPerShare, countFor(worth, each, partsPerShare));
}

const WAYS = ["shares", "share", "dollars", "volatility", "risk"] as const;
type Way = (typeof WAYS)[number];
/** What a strategy answers: any value may be in it. */
type Wanted = Readonly<Record<Way | "deviation" | "distance", unknown>>;

/** Where something may be short, as much of it may be below 0. */
function wrongOf(wanted: unknown, { canBeShort, partsPerShare }: Wishes): string | undefined {
  if (typeof wanted !== "object" || wanted === null)
    return `it answers ${said(wanted)}, no target; write { shares: 10 } or { share: 0.1 }`;
  const target = wanted as Wanted;
  const way = onlyWayOf(target);
  if (way === undefined) return `a target has one of ${WAYS.join(", ")}`;
  const value = amountBy(way, target) as number;
  const from = (most: number): number => (canBeShort ? -most : 0);
  if (way === "shares" && partsPerShare !== 1)
    return isWithin(value, 0, SHARES_IN_PARTS_MAX)
      ? undefined
      : `the shares are ${said(value)}, not a number from 0 to ${SHARES_IN_PARTS_MAX}`;
  if (way === "shares")
    return Number.isInteger(value) && isWithin(value, from(SHARES_MAX), SHARES_MAX)
      ? undefined
      : `the shares are ${said(value)}, not a whole number from ${from(SHARES_MAX)} to ${SHARES_MAX}`;
  if (way === "dollars")
    return isWithin(value, from(DOLLARS_MAX), DOLLARS_MAX)
      ? undefined
      : `the dollars are ${said(value)}, not a number from ${from(DOLLARS_MAX)} to ${DOLLARS_MAX}`;
  if (!isWithin(value, from(1), 1))
    return `the ${way === "share" ? "share of equity" : way} is ${said(value)}, not a number from ${from(1)} to 1`;
  if (way === "volatility" && !isWithin(target.deviation, 0.0001, 1_000))
    return `the deviation is ${said(target.deviation)}, not a number above 0`;
  if (way === "risk" && !isWithin(target.distance, 0.0001, DOLLARS_MAX))
    return `the distance is ${said(target.distance)}, not an amount of dollars above 0`;
  return undefined;
}

/** Field by field, here and below: to look a field up by its name takes longer than the rest of a wish. */
function onlyWayOf({ shares, share, dollars, volatility, risk }: Wanted): Way | undefined {
  let found: Way | undefined;
  let ways = 0;
  const note = (value: unknown, way: Way) => {
    if (value === undefined) return;
    found = way;
    ways += 1;
  };
  note(shares, "shares");
  note(share, "share");
  note(dollars, "dollars");
  note(volatility, "volatility");
  note(risk, "risk");
  return ways === 1 ? found : undefined;
}

function amountBy(way: Way, wanted: Wanted): unknown {
  if (way === "shares") return wanted.shares;
  if (way === "share") return wanted.share;
  if (way === "dollars") return wanted.dollars;
  return way === "volatility" ? wanted.volatility : wanted.risk;
}

const isWithin = (value: unknown, least: number, most: number): boolean =>
  typeof value === "number" && least <= value && value <= most;

/** Short, and never itself a fault: any value may come here. */
function said(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  return typeof value === "object" || typeof value === "function" || typeof value === "symbol"
    ? `a ${typeof value}`
    : String(value).slice(0, 40);
}
