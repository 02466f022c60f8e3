import { markAt } from "@sevenfold/domain/book";
import { decide, type Intent } from "@sevenfold/domain/decide";
import type { Instant, Print } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { DECISION_AGE_MAX_MS } from "./check-order.ts";
import { type FollowedAccount, hasPaused, isReady } from "./followed-account.ts";
import { rollSession } from "./session-roll.ts";
import type { TradingNeeds } from "./trading-needs.ts";
import { automationOf } from "./trading-rights.ts";

const NOTHING: readonly Intent[] = Object.freeze([]);

/**
 * Takes new prices in and answers what they call for, whatever the account's orders wait for: each
 * price is decided on in the moment it comes. Nothing here waits, reads a store or builds an object
 * per price.
 */
export function followPrices(
  { clock }: Pick<TradingNeeds, "clock">,
  followed: FollowedAccount,
  prints: readonly Print[],
): readonly Intent[] {
  const monotonicMs = clock.monotonicMs();
  if (hasPaused(followed, monotonicMs)) return NOTHING;
  const now = clock.now();
  rollSession(followed, now);
  fillBatch(followed, prints, now);
  if (followed.batch.count === 0) return NOTHING;
  followed.book.automation = isReady(followed, monotonicMs) ? automationOf(followed, now) : "off";
  return decide(followed.book, followed.batch);
}

/** Puts the prices into the batch in the order they came; those of symbols nobody watches only value holdings. */
function fillBatch(followed: FollowedAccount, prints: readonly Print[], now: Instant): void {
  const { batch, book, journal, watched } = followed;
  if (batch.slots.length < prints.length) {
    batch.slots = new Int32Array(prints.length * 2);
    batch.prices = new Float64Array(prints.length * 2);
  }
  batch.at = now;
  batch.inSession = followed.session !== undefined;
  batch.count = 0;
  for (let row = 0; row < prints.length; row += 1) {
    const { at, price, ticker } = prints[row]!;
    const slot = book.slots.get(ticker);
    if (slot === undefined) continue;
    // Learned late is as good as never: it says nothing about what an order would get.
    const isLate = DECISION_AGE_MAX_MS < now - at;
    if (isLate || (book.held[slot] === 0 && !watched.has(ticker))) {
      markAt(book, slot, price);
      continue;
    }
    noteHeard(followed, slot, now);
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = price as Price;
    batch.count += 1;
    journal.moved.add(slot);
  }
}

function noteHeard(followed: FollowedAccount, slot: number, at: Instant): void {
  if (followed.heardAt.length <= slot) {
    const grown = new Float64Array((slot + 1) * 2);
    grown.set(followed.heardAt);
    followed.heardAt = grown;
  }
  followed.heardAt[slot] = at;
}
