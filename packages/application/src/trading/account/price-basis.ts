import type { Book } from "@sevenfold/domain/book";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Quantity } from "@sevenfold/domain/money";

import { isFar, isFarBelow } from "../prices/far-price.ts";

/**
 * Which prices may be of other shares than those in the books: after a split that no activity has told
 * yet. By ticker, in memory: a restart asks the broker before it decides anything.
 */
export interface PriceBasis {
  /** Held symbols whose price has jumped; nothing is decided on it before the broker was asked. */
  readonly jumped: Map<Ticker, Jump>;
  /**
   * Held symbols of which the broker has so many times as many shares as the books, and nobody has told
   * why, with how many it has.
   */
  readonly halted: Map<Ticker, Quantity>;
  /** Symbols that nobody holds and whose price has fallen far at once, since when that is looked into. */
  readonly fallen: Map<Ticker, Instant>;
  /** What is there has told once what is split, and what is not: until then no price of before is known. */
  isSettled: boolean;
}

export interface Jump {
  /** The price before it, where a fill at the price of after has begun the trail anew. */
  filledFrom: number | undefined;
  /** The latest. */
  readonly price: number;
  isAsked: boolean;
  isGood: boolean;
  /** Since when the number of shares there tells nothing (`judgeBasis`); undefined while it does. */
  untoldSince: Instant | undefined;
}

export const openPriceBasis = (): PriceBasis => ({
  jumped: new Map(),
  halted: new Map(),
  fallen: new Map(),
  isSettled: false,
});

/** What a price is told by: the last one that was followed, and how many shares are held. */
interface KnownOf {
  readonly last: number;
  readonly held: number;
}

/**
 * Whether a price may be of other shares: neither followed nor valued then. "asking": for the first
 * time, so that the broker is to be asked at once; "fallen": of what nobody holds, which no broker tells
 * (`judgeFall`).
 */
export function screenBasis(
  { fallen, halted, jumped }: PriceBasis,
  ticker: Ticker,
  price: number,
  { held, last }: KnownOf,
): "asking" | "fallen" | "good" | "waiting" {
  if (0 < halted.size && halted.has(ticker)) return "waiting";
  const known = jumped.size === 0 ? undefined : jumped.get(ticker);
  const filledFrom = known?.isGood === false ? known.filledFrom : undefined;
  if (held === 0 || last === 0 || !isFar(price, filledFrom ?? last)) {
    if (0 < jumped.size) jumped.delete(ticker);
    if (held === 0 && isFarBelow(price, last)) return "fallen";
    if (0 < fallen.size) fallen.delete(ticker);
    return "good";
  }
  if (known?.isAsked && !isFar(known.price, price)) {
    known.isGood = true;
    return "good";
  }
  const untoldSince = known?.untoldSince;
  jumped.set(ticker, { price, filledFrom, isAsked: false, isGood: false, untoldSince });
  return known ? "waiting" : "asking";
}

/**
 * Whether a fill is at a price that the shares held before it may not be of: the first after a split. It
 * begins the trail, and proves nothing.
 */
export function noteFillPrice(
  { jumped }: PriceBasis,
  ticker: Ticker,
  price: number,
  { held, last }: KnownOf,
): "asking" | "good" {
  if (held === 0 || last === 0) return "good";
  const known = jumped.get(ticker);
  if (known?.isGood === false) known.filledFrom ??= last;
  if (known?.isGood === false || !isFar(price, last)) return "good";
  const isNew = { isAsked: false, isGood: false, untoldSince: undefined };
  jumped.set(ticker, { price, filledFrom: last, ...isNew });
  return "asking";
}

/** So long the close is awaited that tells a fall from a split. */
const CLOSE_AWAITED_MS = MINUTE_MS;

interface FallFacts {
  /** The last price that was followed. */
  readonly last: number;
  readonly now: Instant;
  /** The close of the session before, asked for since then: a split of a moment ago is in no other. */
  readonly closeSince: (since: Instant) => number | undefined;
}

/**
 * Whether the price of a symbol that nobody holds has fallen, or its shares are others by now. The close
 * of the session before is told in shares of now: where that is far from the last price as well, there
 * was a split. "anew": so it is, or nobody could say in time; the trail begins at this price then.
 */
export function judgeFall(
  { fallen }: PriceBasis,
  ticker: Ticker,
  { closeSince, last, now }: FallFacts,
): "anew" | "good" | "waiting" {
  const since = fallen.get(ticker) ?? now;
  const previousClose = closeSince(since);
  if (previousClose === undefined && now - since < CLOSE_AWAITED_MS) {
    fallen.set(ticker, since);
    return "waiting";
  }
  fallen.delete(ticker);
  return previousClose === undefined || isFar(previousClose, last) ? "anew" : "good";
}

/** Whether its prices are neither followed nor valued, until the broker has said whose they are. */
export const isHeldBack = (
  { halted, jumped }: Pick<PriceBasis, "halted" | "jumped">,
  ticker: Ticker,
): boolean => halted.has(ticker) || jumped.get(ticker)?.isGood === false;

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

/**
 * Ends the halt of what was split in the books by now, and is as the broker had it: whoever booked it, it is
 * told. A fill may make as many of it by chance.
 */
export function endAgreedHalts(
  { halted }: PriceBasis,
  { held, slots }: Pick<Book, "held" | "slots">,
  isSplit: (slot: number) => boolean,
): readonly Ticker[] {
  const agreed = [...halted]
    .filter(([ticker, theirs]) => {
      const slot = slots.get(ticker);
      return slot !== undefined && held[slot] === theirs && isSplit(slot);
    })
    .map(([ticker]) => ticker);
  for (const ticker of agreed) halted.delete(ticker);
  return agreed;
}
