import type { KernelBars } from "./kernel-bars.ts";
import { fallFrom, riseFrom } from "./kernel-rule.ts";
import { BLOCK_BITS, BLOCK_RATE_MAX, type PriceBlocks } from "./price-blocks.ts";

/** Closes of a symbol with the blocks over them. */
export interface ScannedPrices {
  readonly close: KernelBars["close"];
  readonly blocks: PriceBlocks;
}

/** The extreme a scan left behind. Scans never overlap: nothing here waits. */
export const scanned = { extreme: 0 };

/**
 * The first close from `from` on that has fallen by `dropBps` from the highest since `high`, or
 * their count. Blocks in which none can have are passed over; what is found is the same.
 */
export function scanFall(
  { close, blocks: { levels } }: ScannedPrices,
  from: number,
  high: number,
  dropBps: number,
): number {
  const count = close.length;
  let enterAt = fallFrom(high, dropBps);
  let level = 0;
  let k = from;
  while (k < count) {
    if (level === 0) {
      for (const stop = nextMultiple(k, count); k < stop; k++) {
        const price = close[k]!;
        if (high < price) {
          high = price;
          enterAt = fallFrom(high, dropBps);
        }
        if (price <= enterAt) {
          scanned.extreme = high;
          return k;
        }
      }
      level = levels.length === 0 ? 0 : 1;
      continue;
    }
    const blocks = levels[level - 1]!;
    const block = k >> (BLOCK_BITS * level);
    if (blocks.full <= block || blocks.low[block]! <= enterAt || dropBps <= blocks.drop[block]!) {
      level--;
      continue;
    }
    if (high < blocks.high[block]!) {
      high = blocks.high[block]!;
      enterAt = fallFrom(high, dropBps);
    }
    k += 1 << (BLOCK_BITS * level);
    if (level < levels.length && k % (1 << (BLOCK_BITS * (level + 1))) === 0) level++;
  }
  scanned.extreme = high;
  return count;
}

/** What a holding waits for. `riseBps` is infinite, `stopAt` 0 and `targetAt` infinite where there is none. */
export interface ExitPrices {
  readonly stopAt: number;
  readonly targetAt: number;
  readonly riseBps: number;
}

/** The first close from `from` on at a stop, a target or a rise from the lowest since `low`, or their count. */
export function scanExit(
  { close, blocks: { levels } }: ScannedPrices,
  from: number,
  low: number,
  { stopAt, targetAt, riseBps }: ExitPrices,
): number {
  const count = close.length;
  const blockRiseBps = Math.min(riseBps, BLOCK_RATE_MAX);
  let leaveAt = Math.min(targetAt, riseFrom(low, riseBps));
  let level = 0;
  let k = from;
  while (k < count) {
    if (level === 0) {
      for (const stop = nextMultiple(k, count); k < stop; k++) {
        const price = close[k]!;
        if (price < low) {
          low = price;
          leaveAt = Math.min(targetAt, riseFrom(low, riseBps));
        }
        if (leaveAt <= price || price <= stopAt) {
          scanned.extreme = low;
          return k;
        }
      }
      level = levels.length === 0 ? 0 : 1;
      continue;
    }
    const blocks = levels[level - 1]!;
    const block = k >> (BLOCK_BITS * level);
    if (
      blocks.full <= block ||
      leaveAt <= blocks.high[block]! ||
      blocks.low[block]! <= stopAt ||
      blockRiseBps <= blocks.rise[block]!
    ) {
      level--;
      continue;
    }
    if (blocks.low[block]! < low) {
      low = blocks.low[block]!;
      leaveAt = Math.min(targetAt, riseFrom(low, riseBps));
    }
    k += 1 << (BLOCK_BITS * level);
    if (level < levels.length && k % (1 << (BLOCK_BITS * (level + 1))) === 0) level++;
  }
  scanned.extreme = low;
  return count;
}

/** Where the eight that `k` lies in end. */
const nextMultiple = (k: number, count: number): number =>
  Math.min(count, ((k >> BLOCK_BITS) + 1) << BLOCK_BITS);
