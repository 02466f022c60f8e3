import { forgetTrail, markAt, trailOf } from "@sevenfold/domain/book";
import { decide, type Intent, type PriceBatch, type Rights } from "@sevenfold/domain/decide";
import type { Instant, Print } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { step } from "@sevenfold/domain/step";
import { versionOf } from "../account/adopt-trails.ts";
import { type FollowedAccount, hasPaused, isReady } from "../account/followed-account.ts";
import { forgetOldShares } from "../account/own-trading.ts";
import { isInDoubt, judgeFall, screenBasis } from "../account/price-basis.ts";
import type { TradingNeeds } from "../account/trading-needs.ts";
import { DECISION_AGE_MAX_MS } from "../orders/check-order.ts";
import { isFarBelow } from "../prices/far-price.ts";
import { pricesOf } from "../prices/venue-prices.ts";
import { automationOf } from "../safeguards/trading-rights.ts";
import { rollSession } from "./session-roll.ts";

const NOTHING: readonly Intent[] = Object.freeze([]);

type Needs = Pick<TradingNeeds, "clock" | "log" | "realMarket"> & {
  readonly prices: Pick<TradingNeeds["prices"], "previousClose">;
};

/** Reused: a price builds no object. */
const rights: Rights & { needs: Needs | undefined; followed: FollowedAccount | undefined } = {
  needs: undefined,
  followed: undefined,
  refresh: () => noteAutomation(rights.needs!, rights.followed!),
};

/**
 * Takes new prices in and answers what they call for, whatever the account's orders wait for: each
 * price is decided on in the moment it comes. Nothing here waits, reads a store or builds an object
 * per price; what the account may do is asked where a price reached a trigger.
 */
export function followPrices(
  needs: Needs,
  followed: FollowedAccount,
  prints: readonly Print[],
): readonly Intent[] {
  const { clock } = needs;
  if (hasPaused(followed, clock.monotonicMs())) return NOTHING;
  const now = clock.now();
  rollSession(followed, now);
  if (pricesOf(needs, followed.account) !== "own") {
    noteAutomation(needs, followed);
    return valueAt(followed, prints);
  }
  fillBatch(needs, followed, prints, now);
  const { known: book } = followed.inHand;
  book.isInDoubt = isInDoubt(followed.basis, book);
  if (followed.batch.count === 0) return NOTHING;
  if (followed.account.own !== undefined) return followOnly(followed);
  rights.needs = needs;
  rights.followed = followed;
  return decide(book, followed.batch, rights);
}

/** A strategy of the owner's decides at the ends of minutes: trails move, and the rule decides nothing. */
function followOnly({ batch, inHand: { known: book } }: FollowedAccount): readonly Intent[] {
  const { automation } = book;
  book.automation = "off";
  decide(book, batch);
  book.automation = automation;
  return NOTHING;
}

/** Puts into the book what the account may do now. */
export function noteAutomation(
  { clock, realMarket }: Pick<Needs, "clock" | "realMarket">,
  followed: FollowedAccount,
): void {
  const venuePrices = pricesOf({ realMarket }, followed.account);
  followed.inHand.known.automation = isReady(followed, clock.monotonicMs())
    ? automationOf(followed, clock.now(), venuePrices)
    : "off";
}

/** Prices that are only shown value holdings: no trail moves by them, and nothing is decided. */
function valueAt({ book }: FollowedAccount, prints: readonly Print[]): readonly Intent[] {
  for (const { price, ticker } of prints) {
    const slot = book.slots.get(ticker);
    if (slot !== undefined) markAt(book, slot, price);
  }
  return NOTHING;
}

/**
 * Takes in a price of before that was nothing to the account: what `followPrices` does about one that
 * reaches no trigger, latches no halt and is of the shares in the books.
 */
export function takeInQuiet(
  followed: FollowedAccount,
  slot: number,
  { at, price }: Pick<Print, "at" | "price">,
): void {
  const { known: book } = followed.inHand;
  noteHeard(followed, slot, at);
  followed.journal.moved.add(slot);
  book.latestAt = at;
  step(book, slot, price, at);
}

/** Puts the prices into the batch in the order they came; those of symbols nobody watches only value holdings. */
function fillBatch(
  needs: Needs,
  followed: FollowedAccount,
  prints: readonly Print[],
  now: Instant,
): void {
  const { batch, journal, watched } = followed;
  const { known: book } = followed.inHand;
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
    const basis = screenBasis(followed.basis, ticker, price, lastOf(book, slot));
    if (basis === "asking") followed.reconciling.ring();
    if (basis === "asking" || basis === "waiting") continue;
    const isLate = DECISION_AGE_MAX_MS < now - at;
    if (isLate || (book.held[slot] === 0 && !watched.has(ticker))) {
      markAt(book, slot, price);
      continue;
    }
    if (basis === "fallen" && !beginsAfterFall(needs, followed, slot, price)) continue;
    noteHeard(followed, slot, now);
    if (followed.session !== undefined) followed.own?.minutes.take(ticker, price, at);
    batch.slots[batch.count] = slot;
    batch.prices[batch.count] = price as Price;
    batch.count += 1;
    journal.moved.add(slot);
  }
}

/**
 * Whether the price is one to follow of a symbol that nobody holds and that has fallen far at once. Where
 * it is of other shares, the trail begins with it, and nothing is bought for what was no fall.
 */
function beginsAfterFall(
  { clock, log, prices }: Needs,
  followed: FollowedAccount,
  slot: number,
  price: number,
): boolean {
  const { basis, id: accountId, session, trailVersions } = followed;
  const { book } = followed;
  const ticker = book.tickers[slot]!;
  const last = lastInBatch(followed.batch, slot) ?? book.last[slot]!;
  if (!isFarBelow(price, last)) return true;
  // Before the opening it is still that of the day before, which a split of today may not have reached.
  const closeSince = (since: Instant) => session && prices.previousClose(ticker, since);
  const judged = judgeFall(basis, ticker, { closeSince, last, now: clock.now() });
  if (judged !== "anew") return judged === "good";
  log.warn("trail-begun-anew", { accountId, ticker, last, price });
  // Known to have been let go: the row of it is not taken over again.
  trailVersions.set(ticker, versionOf(trailVersions, ticker, trailOf(book, slot)));
  forgetTrail(book, slot);
  forgetOldShares(followed, ticker);
  return true;
}

/** The price of it that came before, where it is of the same moment. */
function lastInBatch({ count, prices, slots }: PriceBatch, slot: number): number | undefined {
  const row = slots.lastIndexOf(slot, count - 1);
  return count === 0 || row < 0 ? undefined : prices[row]!;
}

/** Reused: a price builds no object. */
const known = { held: 0, last: 0 };

function lastOf(book: FollowedAccount["book"], slot: number): typeof known {
  const held = book.held[slot]!;
  known.held = held;
  // Of what is not held, a price without a trail is one to begin with.
  known.last = book.last[slot]! || (held === 0 ? 0 : book.mark[slot]!);
  return known;
}

function noteHeard(followed: FollowedAccount, slot: number, at: Instant): void {
  if (followed.heardAt.length <= slot) {
    const grown = new Float64Array((slot + 1) * 2);
    grown.set(followed.heardAt);
    followed.heardAt = grown;
  }
  followed.heardAt[slot] = at;
}
