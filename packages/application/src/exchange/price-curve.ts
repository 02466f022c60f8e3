import { type Instant, instant } from "@sevenfold/domain/market";
import { isPrice, PRICE_MAX, type Price, tickOf, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";

import { type ChanceKey, chanceKey, NORMAL_MAX, standardNormal } from "../chance/node-chance.ts";

/** First instant of every simulated market: 2025-01-01T00:00Z. */
export const MARKET_EPOCH = instant(Date.UTC(2025, 0, 1));
/** The tape's resolution: one price per slot. */
export const SLOT_MS = 250;
/** 2³² slots of 250 ms are 2³⁰ seconds, some 34 years. */
const LEVELS = 32;
const SLOT_COUNT = 2 ** LEVELS;
/** First instant after the market's last one. */
export const MARKET_END = instant(MARKET_EPOCH + SLOT_COUNT * SLOT_MS);

const YEAR_MS = 365.25 * 86_400_000;

/** What makes a curve: equal values give equal prices, on every machine and in every process. */
export interface CurveShape {
  readonly seed: number;
  readonly symbol: string;
  /** Price at MARKET_EPOCH. */
  readonly start: Price;
  /** Standard deviation of a year's log return: 0.4 is 40%. */
  readonly annualVolatility: number;
}

/**
 * A price as a function of time: geometric Brownian motion without drift in dollars
 * (docs/strategy.md, "the simulated market"), built by Lévy's midpoints on a dyadic tree, so any
 * instant can be asked for in at most 32 steps. It remembers the branch of the last question, so
 * walking forward costs about two steps a slot; the answers do not depend on what was asked before.
 */
export interface PriceCurve {
  priceAt(at: Instant): Price;
  /** Lowest and highest price of the slots that begin in [start, end): exactly, without visiting all. */
  extremesIn(start: Instant, end: Instant): { readonly low: Price; readonly high: Price };
}

export class OutsideSimulatedMarket extends RangeError {
  override readonly name = "OutsideSimulatedMarket";
}

/** The slot an instant lies in. Throws OutsideSimulatedMarket before MARKET_EPOCH and after MARKET_END. */
export function slotOf(at: Instant): number {
  if (!(MARKET_EPOCH <= at && at < MARKET_END))
    throw new OutsideSimulatedMarket(
      `The simulated market runs from 2025-01-01 to ${dayOf(MARKET_END)}; ${at} ms lies outside.`,
    );
  return Math.floor((at - MARKET_EPOCH) / SLOT_MS);
}

export const slotStart = (slot: number): Instant => instant(MARKET_EPOCH + slot * SLOT_MS);

/** First slot that begins at or after the instant, up to MARKET_END. */
export function slotFrom(at: Instant): number {
  const slot = Math.ceil((at - MARKET_EPOCH) / SLOT_MS);
  return slot === SLOT_COUNT ? slot : slotOf(slotStart(slot));
}

export function priceCurve(shape: CurveShape): PriceCurve {
  const tree = openTree(shape);
  const priced = (log: number) => rounded(shape.start * Math.exp(log));
  return {
    priceAt: (at) => priced(tree.valueAt(slotOf(at))),
    extremesIn(start, end) {
      const { low, high } = tree.extremesIn(slotFrom(start), slotFrom(end));
      // Rounding never changes the order of two prices, so the extremes may be rounded last.
      return { low: priced(low), high: priced(high) };
    },
  };
}

/** On the tick: cents from a dollar up, ten-thousandths below; at least one tick. */
function rounded(units: number): Price {
  if (!(units < CEILING)) return CEILING;
  const tick = tickOf(units);
  const onTick = Math.max(1, Math.round(units / tick) * tick);
  return isPrice(onTick) ? onTick : CEILING;
}

/** Leaves room above for the ask. */
const CEILING = (PRICE_MAX - 100 * UNITS_PER_DOLLAR) as Price;

/**
 * The logarithm of S(t) / S(0): σ W(t) − σ² t / 2. The second term is linear in t, so it obeys the
 * midpoint rule as it is: a node is the mean of its ends plus σ √h / 2 times its own chance, where
 * h is the length of the interval in years.
 */
interface LogTree {
  valueAt(slot: number): number;
  extremesIn(from: number, to: number): { readonly low: number; readonly high: number };
}

function openTree({ seed, symbol, annualVolatility }: CurveShape): LogTree {
  const key = chanceKey(seed, symbol);
  const years = (SLOT_COUNT * SLOT_MS) / YEAR_MS;
  const end =
    annualVolatility * Math.sqrt(years) * standardNormal(key, 0) -
    (annualVolatility ** 2 * years) / 2;
  const shift = shiftsOf(annualVolatility);
  // The branch last walked: at depth d the interval [from, from + 2^(32 − d)) and its end values.
  const from = new Float64Array(LEVELS + 1);
  const left = new Float64Array(LEVELS + 1);
  const right = new Float64Array(LEVELS + 1);
  right[0] = end;
  let depth = 0;

  function valueAt(slot: number): number {
    while (0 < depth && !(from[depth]! <= slot && slot < from[depth]! + 2 ** (LEVELS - depth)))
      depth -= 1;
    // A slot that is an interval's left end is already decided; anything else lies deeper.
    while (from[depth] !== slot) {
      const length = 2 ** (LEVELS - depth);
      const middle = from[depth]! + length / 2;
      const value =
        (left[depth]! + right[depth]!) / 2 + shift[LEVELS - depth]! * standardNormal(key, middle);
      const isLeft = slot < middle;
      from[depth + 1] = isLeft ? from[depth]! : middle;
      left[depth + 1] = isLeft ? left[depth]! : value;
      right[depth + 1] = isLeft ? value : right[depth]!;
      depth += 1;
    }
    return left[depth]!;
  }

  return {
    valueAt,
    extremesIn(start, stop) {
      const first = valueAt(start);
      const last = valueAt(stop - 1);
      while (0 < depth && !(from[depth]! <= start && stop <= from[depth]! + 2 ** (LEVELS - depth)))
        depth -= 1;
      const root = { from: from[depth]!, left: left[depth]!, right: right[depth]! };
      return searchExtremes({
        key,
        shift,
        root,
        level: LEVELS - depth,
        start,
        stop,
        low: Math.min(first, last),
        high: Math.max(first, last),
      });
    },
  };
}

/** By level (log₂ of an interval's slots): what one unit of chance moves its midpoint. */
function shiftsOf(annualVolatility: number): Float64Array {
  const shifts = new Float64Array(LEVELS + 1);
  for (let level = 1; level <= LEVELS; level += 1)
    shifts[level] = (annualVolatility * Math.sqrt((2 ** level * SLOT_MS) / YEAR_MS)) / 2;
  return shifts;
}

/**
 * How far a path can leave the chord of its interval, in units of the first midpoint's largest
 * shift: a sum of tents of height 2^(−j/2), one row for each level below. With endless levels it is
 * highest at a third of the interval, where each tent stands at two thirds: (2/3) / (1 − 1/√2).
 */
export const REACH = 2 / 3 / (1 - Math.SQRT1_2);

/** The same for intervals of 2^level slots, which have that many rows: exact for the small ones. */
const reachOf = (level: number): number => (level <= 10 ? Math.max(...tentSums(level)) : REACH);

/** The sum of `rows` rows of tents at every point that has one. */
function tentSums(rows: number): readonly number[] {
  let sums: number[] = [0, 0];
  for (let row = 0; row < rows; row += 1) {
    const height = 2 ** (-row / 2);
    sums = sums.flatMap((sum, index) =>
      index === 0 ? [sum] : [((sums[index - 1] ?? 0) + sum) / 2 + height, sum],
    );
  }
  return sums;
}

const REACHES = Array.from({ length: LEVELS + 1 }, (_, level) => reachOf(level));
/** Above rounding errors of 32 additions, far below a tick. */
const SLACK = 1e-12;

interface ExtremeSearch {
  readonly key: ChanceKey;
  readonly shift: Float64Array;
  readonly root: { readonly from: number; readonly left: number; readonly right: number };
  readonly level: number;
  readonly start: number;
  readonly stop: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Branch and bound, level by level: an interval is split only while its path could still pass the
 * extremes found so far. Coarse levels come first and tighten the bounds for the fine ones.
 */
function searchExtremes(search: ExtremeSearch): { readonly low: number; readonly high: number } {
  const { key, shift, root, start, stop } = search;
  let { low, high } = search;
  let [open, next] = SCRATCH;
  let opened = 3;
  [open[0], open[1], open[2]] = [root.from, root.left, root.right];
  for (let level = search.level; 0 < level && 0 < opened; level -= 1) {
    const half = 2 ** (level - 1);
    const shiftHere = shift[level]!;
    const reach = REACHES[level]! * shiftHere * NORMAL_MAX + SLACK;
    let count = 0;
    for (let i = 0; i < opened; i += 3) {
      const left = open[i + 1]!;
      const right = open[i + 2]!;
      const isHopeless =
        (left < right ? right : left) + reach <= high &&
        low <= (left < right ? left : right) - reach;
      if (isHopeless) continue;
      const from = open[i]!;
      const middle = from + half;
      const value = (left + right) / 2 + shiftHere * standardNormal(key, middle);
      if (start <= middle && middle < stop) {
        if (high < value) high = value;
        if (value < low) low = value;
      }
      if (start < middle) {
        next[count] = from;
        next[count + 1] = left;
        next[count + 2] = value;
        count += 3;
      }
      if (middle < stop) {
        next[count] = middle;
        next[count + 1] = value;
        next[count + 2] = right;
        count += 3;
      }
    }
    opened = count;
    [open, next] = [next, open];
  }
  return { low, high };
}

/** Open intervals as (from, left, right) in a row, of this level and the next. Never used across calls. */
const SCRATCH: readonly [number[], number[]] = [[], []];

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
