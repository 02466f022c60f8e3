import type { Book } from "./book.ts";
import { type Instant, MINUTE_MS } from "./market.ts";
import { STOP_LOSS } from "./reason.ts";
import { afterHoursLimitOf, limitingGate, reservedEachOf } from "./sizing.ts";

/** What can keep a decision from becoming an order, in the order they are asked. docs/risk.md */
export const GATES = [
  "automation-off",
  "no-real-prices",
  "exits-only",
  "unmanaged",
  "short-elsewhere",
  "order-working",
  "after-hours",
  "exchange-halt",
  "after-split",
  "cool-down",
  "equity-unknown",
  "halted",
  "below-band",
  "pacing",
  "max-position-size",
  "cash-reserve",
  "position-share",
  "pattern",
] as const;
export type Gate = (typeof GATES)[number];

/** When a decision is taken. A price batch is one. */
export interface Moment {
  readonly at: Instant;
  readonly inSession: boolean;
}

/** The first gate that stands whatever the price is. `reason` (a code) exempts the stop. */
export function standingGate(
  book: Book,
  slot: number,
  when: Moment,
  reason: number,
): Gate | undefined {
  const isFlat = book.held[slot] === 0;
  if (book.automation === "off") return "automation-off";
  if (book.automation === "no-real-prices") return "no-real-prices";
  if (isFlat && book.automation === "exits-only") return "exits-only";
  if (!isFlat && book.managed[slot] === 0) return "unmanaged";
  if (book.foreign.shorts.has(book.tickers[slot]!)) return "short-elsewhere";
  if (book.orderWorking[slot] !== 0 || book.ordersOther[slot] !== 0) return "order-working";
  if (!when.inSession && !book.limits.allowAfterHours) return "after-hours";
  if (0 < book.exchangeHalts.size && book.exchangeHalts.has(book.tickers[slot]!))
    return "exchange-halt";
  if (book.skipNext[slot] !== 0) return "after-split";
  if (when.at < book.coolDownUntil[slot]! && reason !== STOP_LOSS) return "cool-down";
  // Neither the day's loss nor a share of equity can be told without a price of every holding.
  if (isFlat && isEquityUnknown(book)) return "equity-unknown";
  if (isFlat && book.halted) return "halted";
  return undefined;
}

/** A holding has no price, or none that can be trusted. */
export const isEquityUnknown = (book: Book): boolean => 0 < book.unpriced || book.isInDoubt;

/** The first gate met by an entry whose price is at its trigger. */
export function entryGate(book: Book, slot: number, when: Moment): Gate | undefined {
  const price = book.last[slot]!;
  if (price < book.bandFloor[slot]!) return "below-band";
  const pacing = pacingGate(book, when);
  if (pacing !== undefined) return pacing;
  const limiting = limitingGate(book, price, book.held[slot]!, reservedEach(book, price, when));
  if (limiting !== undefined) return limiting;
  if (book.strategy.patternConfirmation === "require" && book.patternSeen[slot] === 0)
    return "pattern";
  return undefined;
}

/** Too many entries were decided within the minute. */
export const pacingGate = (book: Book, { at }: Pick<Moment, "at">): Gate | undefined =>
  book.limits.entriesPerMinuteMax <= entriesWithinMinute(book, at) ? "pacing" : undefined;

/** Cash a buy decided now keeps aside per share. */
export const reservedEach = (book: Book, price: number, { inSession }: Moment): number =>
  reservedEachOf(price, book.collarBps, inSession ? undefined : afterHoursLimitOf(price, "buy"));

function entriesWithinMinute(book: Book, at: Instant): number {
  let count = 0;
  for (let index = book.entryTimes.length - 1; 0 <= index; index -= 1) {
    if (MINUTE_MS <= at - book.entryTimes[index]!) break;
    count += 1;
  }
  return count;
}
