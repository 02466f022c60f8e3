import { type Book, markAt, positionOf } from "./book.ts";
import { orderBegan } from "./book-orders.ts";
import { entryGate, reservedEach, standingGate } from "./gate.ts";
import { type Instant, MINUTE_MS, type Ticker } from "./market.ts";
import { type Money, NO_MONEY, type Price, type Quantity } from "./money.ts";
import type { OrderSide } from "./order.ts";
import { entryPriceOf } from "./position.ts";
import {
  QUIET,
  type ReasonCode,
  reasonOf,
  STOP_LOSS,
  TAKE_PROFIT,
  TRAIL_DROP,
  TRAIL_RISE,
} from "./reason.ts";
import { afterHoursLimitOf, entryQuantity } from "./sizing.ts";
import { reachedAt, step } from "./step.ts";
import { haltAtOf } from "./trigger.ts";

/** The prices of one instant. Reused by the caller; only the first `count` rows are read. */
export interface PriceBatch {
  at: Instant;
  inSession: boolean;
  count: number;
  slots: Int32Array;
  prices: Float64Array;
}

/** An order the worker wants, with why. */
export interface Intent {
  readonly ticker: Ticker;
  readonly slot: number;
  readonly side: OrderSide;
  readonly quantity: Quantity;
  readonly reason: ReasonCode;
  readonly at: Instant;
  /** The price it was decided at. */
  readonly price: Price;
  /** What that was measured from: the high, the low or the average cost. */
  readonly reference: Price;
  /** The price at which the reason began to hold. */
  readonly trigger: Price;
  /** After hours only; otherwise it is a market order. */
  readonly limit?: Price;
  /** Kept aside for a buy, 0 for a sell. */
  readonly reservedCash: Money;
}

const NOTHING: readonly Intent[] = Object.freeze([]);

/** Slots that reached a trigger in the batch at hand. Decisions never overlap: nothing here waits. */
let exits = new Int32Array(128);
let entries = new Int32Array(128);
let exitCount = 0;
let entryCount = 0;

/**
 * What the account wants done about the prices of one instant. docs/strategy.md#one-instant
 *
 * Applies all prices, tests the halt, then takes exits, then entries by the largest drop. Marks the
 * intents' slots as having an order at work and reserves their cash; everything else is left to the
 * caller to report back (bookFill, orderEnded). Answers one and the same empty array when quiet.
 */
export function decide(book: Book, batch: PriceBatch, rights?: Rights): readonly Intent[] {
  book.latestAt = batch.at;
  if (!batch.inSession && !book.limits.allowAfterHours) {
    for (let row = 0; row < batch.count; row += 1)
      markAt(book, batch.slots[row]!, batch.prices[row]!);
    return NOTHING;
  }
  follow(book, batch);
  testHalt(book);
  if (exitCount + entryCount === 0) return NOTHING;
  rights?.refresh();
  return book.automation === "off" ? NOTHING : act(book, batch);
}

/** Puts into the book what it may do now. Asked once a price has reached a trigger, which is rare. */
export interface Rights {
  refresh(): void;
}

function follow(book: Book, batch: PriceBatch): void {
  if (exits.length < batch.count) {
    exits = new Int32Array(batch.count * 2);
    entries = new Int32Array(batch.count * 2);
  }
  exitCount = 0;
  entryCount = 0;
  for (let row = 0; row < batch.count; row += 1) {
    const slot = batch.slots[row]!;
    const reason = step(book, slot, batch.prices[row]!, batch.at);
    if (reason === QUIET) continue;
    if (reason === TRAIL_DROP) entries[entryCount++] = slot;
    else exits[exitCount++] = slot;
  }
}

/** Latches the halt once equity is a whole daily loss below the baseline. docs/risk.md */
export function testHalt(book: Book): void {
  if (book.halted || 0 < book.unpriced) return;
  book.baseline ??= book.equity;
  if (book.equity <= haltAtOf(book.baseline, book.limits.dailyLossBps)) book.halted = true;
}

function act(book: Book, batch: PriceBatch): readonly Intent[] {
  // Sorted, so that the order of the batch's rows means nothing.
  if (1 < exitCount) exits.subarray(0, exitCount).sort((a, b) => compareTickers(book, a, b));
  if (1 < entryCount) entries.subarray(0, entryCount).sort((a, b) => compareEntries(book, a, b));
  let intents: Intent[] | undefined;
  for (let index = 0; index < exitCount; index += 1)
    intents = joined(intents, exitOf(book, exits[index]!, batch));
  for (let index = 0; index < entryCount; index += 1)
    intents = joined(intents, entryOf(book, entries[index]!, batch));
  return intents ?? NOTHING;
}

function joined(intents: Intent[] | undefined, intent: Intent | undefined): Intent[] | undefined {
  if (intent === undefined) return intents;
  if (intents === undefined) return [intent];
  intents.push(intent);
  return intents;
}

function exitOf(book: Book, slot: number, batch: PriceBatch): Intent | undefined {
  const price = book.last[slot] as Price;
  // Asked again at the slot's last price: a batch may hold an earlier one of the same symbol.
  const reason = reachedAt(book, slot, price);
  if (reason === QUIET || standingGate(book, slot, batch, reason) !== undefined) return undefined;
  const held = book.held[slot]!;
  const quantity = (
    reason === STOP_LOSS ? held : Math.min(book.strategy.sharesToSell, held)
  ) as Quantity;
  return order(book, slot, batch, { side: "sell", reason, quantity, reservedCash: NO_MONEY });
}

function entryOf(book: Book, slot: number, batch: PriceBatch): Intent | undefined {
  const price = book.last[slot] as Price;
  if (reachedAt(book, slot, price) === QUIET) return undefined;
  if (standingGate(book, slot, batch, TRAIL_DROP) !== undefined) return undefined;
  if (entryGate(book, slot, batch) !== undefined) return undefined;
  const each = reservedEach(book, price, batch);
  const quantity = entryQuantity(book, price, 0, each) as Quantity;
  const reservedCash = (each * quantity) as Money;
  noteEntry(book, batch.at);
  return order(book, slot, batch, { side: "buy", reason: TRAIL_DROP, quantity, reservedCash });
}

interface Wanted {
  readonly side: OrderSide;
  readonly reason: number;
  readonly quantity: Quantity;
  readonly reservedCash: Money;
}

function order(book: Book, slot: number, batch: PriceBatch, wanted: Wanted): Intent {
  const { side, quantity, reason, reservedCash } = wanted;
  const decided = {
    price: book.last[slot] as Price,
    reference: referenceOf(book, slot, reason),
    trigger: triggerOf(book, slot, reason),
  };
  orderBegan(book, slot, { reason, quantity, reservedCash, decided });
  const { price, reference, trigger } = decided;
  // Field by field: a spread behind other fields is many times as slow.
  const intent: Intent = {
    ticker: book.tickers[slot]!,
    slot,
    side,
    quantity,
    reason: reasonOf(reason)!,
    at: batch.at,
    price,
    reference,
    trigger,
    reservedCash,
  };
  return batch.inSession ? intent : { ...intent, limit: afterHoursLimitOf(price, side) };
}

/** What a reason is measured from. */
export function referenceOf(book: Book, slot: number, reason: number): Price {
  if (reason === TRAIL_DROP) return book.high[slot] as Price;
  if (reason === TRAIL_RISE) return book.low[slot] as Price;
  return entryPriceOf(positionOf(book, slot))!;
}

/** The price at which a reason begins to hold. */
export function triggerOf(book: Book, slot: number, reason: number): Price {
  if (reason === TRAIL_DROP) return book.enterAt[slot] as Price;
  if (reason === TRAIL_RISE) return book.leaveAt[slot] as Price;
  return (reason === TAKE_PROFIT ? book.targetAt[slot] : book.stopAt[slot]) as Price;
}

/** Remembers the entry for the pacing, and forgets those a minute old. */
export function noteEntry(book: Book, at: Instant): void {
  const recent = book.entryTimes.findIndex((time) => at - time < MINUTE_MS);
  if (recent === -1) book.entryTimes.length = 0;
  else if (0 < recent) book.entryTimes.splice(0, recent);
  book.entryTimes.push(at);
}

/** Largest drop first, ties by symbol. */
const compareEntries = (book: Book, left: number, right: number): number =>
  compareDrops(book, left, right) || compareTickers(book, left, right);

const compareTickers = (book: Book, left: number, right: number): number =>
  book.tickers[left]! < book.tickers[right]! ? -1 : left === right ? 0 : 1;

/** Orders by price ÷ high, exactly: the smaller the ratio the larger the drop. */
function compareDrops(book: Book, left: number, right: number): number {
  const one = book.last[left]! * book.high[right]!;
  const other = book.last[right]! * book.high[left]!;
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return one - other;
  // Dearer than $9,000 or so the products leave the safe integers.
  const exact =
    BigInt(book.last[left]!) * BigInt(book.high[right]!) -
    BigInt(book.last[right]!) * BigInt(book.high[left]!);
  return exact < 0n ? -1 : exact === 0n ? 0 : 1;
}
