import { markAt } from "@sevenfold/domain/book";
import { decide, type Intent } from "@sevenfold/domain/decide";
import type { Instant, Print } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { DECISION_AGE_MAX_MS } from "./check-order.ts";
import { clearPrices, putPrice } from "./conflated-prices.ts";
import { type FollowedAccount, hasPaused, isReady } from "./followed-account.ts";
import { rollSession } from "./session-roll.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { automationOf } from "./trading-rights.ts";

type Needs = Pick<TradingNeeds, "clock">;

/**
 * Takes new prices in and answers what they call for. While the account is placing orders they only
 * wait, the newest of each symbol. Nothing here waits, reads a store or builds an object per price.
 */
export function followPrices(
  { clock }: Needs,
  followed: FollowedAccount,
  prints: readonly Print[],
): readonly Intent[] {
  const now = clock.now();
  const { slots } = followed.book;
  for (const { ticker, price, at } of prints) {
    const slot = slots.get(ticker);
    if (slot === undefined) continue;
    // Learned late is as good as never: it says nothing about what an order would get.
    if (now - at <= DECISION_AGE_MAX_MS) putPrice(followed.prices, slot, price, now);
    else markAt(followed.book, slot, price);
  }
  return followed.acting ? NOTHING : decideWaiting({ clock }, followed);
}

const NOTHING: readonly Intent[] = Object.freeze([]);

/** Decides on what waits. */
export function decideWaiting({ clock }: Needs, followed: FollowedAccount): readonly Intent[] {
  const monotonicMs = clock.monotonicMs();
  if (hasPaused(followed, monotonicMs)) {
    clearPrices(followed.prices);
    return NOTHING;
  }
  if (followed.prices.count === 0) return NOTHING;
  const now = clock.now();
  rollSession(followed, now);
  fillBatch(followed, now);
  followed.book.automation = isReady(followed, monotonicMs) ? automationOf(followed, now) : "off";
  return decide(followed.book, followed.batch);
}

/** Moves the waiting prices into the batch; those of symbols nobody watches only value holdings. */
function fillBatch(followed: FollowedAccount, now: Instant): void {
  const { batch, book, journal, prices, watched } = followed;
  if (batch.slots.length < book.tickers.length) {
    batch.slots = new Int32Array(book.tickers.length * 2);
    batch.prices = new Float64Array(book.tickers.length * 2);
  }
  batch.at = now;
  batch.inSession = followed.session !== undefined;
  batch.count = 0;
  for (let row = 0; row < prices.count; row += 1) {
    const slot = prices.waiting[row]!;
    const price = prices.price[slot] as Price;
    if (DECISION_AGE_MAX_MS < now - prices.at[slot]!) continue;
    if (book.held[slot] === 0 && !watched.has(book.tickers[slot]!)) {
      markAt(book, slot, price);
      continue;
    }
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = price;
    batch.count += 1;
    journal.moved.add(slot);
  }
  clearPrices(prices);
}
