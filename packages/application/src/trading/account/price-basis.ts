import type { Book } from "@sevenfold/domain/book";
import type { Ticker } from "@sevenfold/domain/market";

import { isFar } from "../prices/far-price.ts";

/**
 * Which prices may be of other shares than those in the books: after a split that no activity has told
 * yet. By ticker, in memory: a restart asks the broker before it decides anything.
 */
export interface PriceBasis {
  /** Held symbols whose price has jumped, with the latest one; nothing is decided on it before the broker was asked. */
  readonly jumped: Map<Ticker, { price: number; isAsked: boolean; isGood: boolean }>;
  /** Held symbols of which the broker has so many times as many shares as the books, and nobody has told why. */
  readonly halted: Set<Ticker>;
}

export const openPriceBasis = (): PriceBasis => ({ jumped: new Map(), halted: new Set() });

/** What a price is told by: the last one that was followed, and how many shares are held. */
interface KnownOf {
  readonly last: number;
  readonly held: number;
}

/**
 * Whether a price may be of other shares: neither followed nor valued then. "asking": for the first
 * time, so that the broker is to be asked at once.
 */
export function screenBasis(
  { halted, jumped }: PriceBasis,
  ticker: Ticker,
  price: number,
  { held, last }: KnownOf,
): "asking" | "good" | "waiting" {
  if (halted.size === 0 && (held === 0 || last === 0 || !isFar(price, last))) {
    if (0 < jumped.size) jumped.delete(ticker);
    return "good";
  }
  if (halted.has(ticker)) return "waiting";
  if (held === 0 || last === 0 || !isFar(price, last)) {
    jumped.delete(ticker);
    return "good";
  }
  const known = jumped.get(ticker);
  if (known?.isAsked && !isFar(known.price, price)) {
    known.isGood = true;
    return "good";
  }
  jumped.set(ticker, { price, isAsked: false, isGood: false });
  return known ? "waiting" : "asking";
}

/** Whether a holding is still valued at a price that its latest is far from; what was sold since is none. */
export function isInDoubt(
  { halted, jumped }: PriceBasis,
  { held, slots }: Pick<Book, "held" | "slots">,
): boolean {
  if (0 < halted.size) return true;
  for (const [ticker, { isGood }] of jumped)
    if (!isGood && 0 < (held[slots.get(ticker)!] ?? 0)) return true;
  return false;
}
