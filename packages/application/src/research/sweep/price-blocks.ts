import { BPS_PER_ONE } from "@sevenfold/domain/money";

/** log₂ of how many blocks of one level make one of the next: 8. */
export const BLOCK_BITS = 3;
const FAN = 1 << BLOCK_BITS;
const LEVELS = 4;
/** A rise of more than this, in basis points, is kept as this. */
export const BLOCK_RATE_MAX = 65_535;

/** Prices in aligned blocks of 8, 64, 512 and 4,096: what a scan has to know to pass over them. */
export interface PriceBlocks {
  /** Index 0 is the blocks of 8. Only full blocks are there. */
  readonly levels: readonly BlockLevel[];
}

export interface BlockLevel {
  readonly full: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /**
   * The deepest fall within a block from the highest price before it in the block, and the largest
   * rise from the lowest, in whole basis points rounded down. A fall of at least `n` basis points
   * is within it exactly when `drop` is at least `n`.
   */
  readonly drop: Uint16Array;
  readonly rise: Uint16Array;
}

export function priceBlocksOf(prices: Int32Array): PriceBlocks {
  const levels: BlockLevel[] = [];
  let below: BlockLevel = singlesOf(prices);
  while (levels.length < LEVELS && FAN <= below.full) {
    below = merged(below);
    levels.push(below);
  }
  return { levels };
}

const singlesOf = (prices: Int32Array): BlockLevel => ({
  full: prices.length,
  low: prices,
  high: prices,
  drop: new Uint16Array(prices.length),
  rise: new Uint16Array(prices.length),
});

/** Eight blocks become one: extremes in the order of time, as one price after the other would. */
function merged(parts: BlockLevel): BlockLevel {
  const full = parts.full >> BLOCK_BITS;
  const whole = {
    full,
    low: new Int32Array(full),
    high: new Int32Array(full),
    drop: new Uint16Array(full),
    rise: new Uint16Array(full),
  };
  for (let block = 0; block < full; block++) {
    let part = block << BLOCK_BITS;
    let low = parts.low[part]!;
    let high = parts.high[part]!;
    let drop = parts.drop[part]!;
    let rise = parts.rise[part]!;
    for (const end = part + FAN; ++part < end; ) {
      drop = Math.max(drop, parts.drop[part]!, fallBps(high, parts.low[part]!));
      rise = Math.max(rise, parts.rise[part]!, riseBps(low, parts.high[part]!));
      if (parts.low[part]! < low) low = parts.low[part]!;
      if (high < parts.high[part]!) high = parts.high[part]!;
    }
    whole.low[block] = low;
    whole.high[block] = high;
    whole.drop[block] = drop;
    whole.rise[block] = rise;
  }
  return whole;
}

/** The most whole basis points that `price` is a fall of; 0 for a rise. Exact: see kernel-rule.ts. */
const fallBps = (high: number, price: number): number =>
  high <= price ? 0 : Math.floor(((high - price) * BPS_PER_ONE) / high);

const riseBps = (low: number, price: number): number =>
  price <= low ? 0 : Math.min(BLOCK_RATE_MAX, Math.floor(((price - low) * BPS_PER_ONE) / low));
