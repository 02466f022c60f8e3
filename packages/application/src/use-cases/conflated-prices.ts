import type { Instant } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

/**
 * The latest price of each slot that nobody has looked at yet: while an account is busy, newer
 * prices replace older ones. Never holds more than one per symbol.
 */
export interface ConflatedPrices {
  /** Slots with a price waiting; the first `count` rows, in the order they came. */
  waiting: Int32Array;
  count: number;
  price: Float64Array;
  /** When the slot's latest price came, waiting or not; 0 for never. */
  at: Float64Array;
  isWaiting: Uint8Array;
}

export const openConflatedPrices = (capacity: number): ConflatedPrices => ({
  waiting: new Int32Array(capacity),
  count: 0,
  price: new Float64Array(capacity),
  at: new Float64Array(capacity),
  isWaiting: new Uint8Array(capacity),
});

export function putPrice(prices: ConflatedPrices, slot: number, price: Price, at: Instant): void {
  if (prices.price.length <= slot) grow(prices, Math.max(slot + 1, prices.price.length * 2));
  prices.price[slot] = price;
  prices.at[slot] = at;
  if (prices.isWaiting[slot] === 1) return;
  prices.isWaiting[slot] = 1;
  prices.waiting[prices.count++] = slot;
}

/** Forgets what is waiting. */
export function clearPrices(prices: ConflatedPrices): void {
  for (let row = 0; row < prices.count; row += 1) prices.isWaiting[prices.waiting[row]!] = 0;
  prices.count = 0;
}

function grow(prices: ConflatedPrices, capacity: number): void {
  const { waiting, price, at, isWaiting } = prices;
  const grown = openConflatedPrices(capacity);
  grown.waiting.set(waiting);
  grown.price.set(price);
  grown.at.set(at);
  grown.isWaiting.set(isWaiting);
  prices.waiting = grown.waiting;
  prices.price = grown.price;
  prices.at = grown.at;
  prices.isWaiting = grown.isWaiting;
}
