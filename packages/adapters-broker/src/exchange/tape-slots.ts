import { MARKET_EPOCH } from "@sevenfold/application/simulation/price-curve";
import {
  isExtended,
  slotFor,
  slotNumber,
  slotTime,
} from "@sevenfold/application/simulation/venue-hours";
import type { Instant, Ticker } from "@sevenfold/domain/market";

import type { Tape } from "./tape-bars.ts";

export interface SlotQuestion {
  /** Both included. */
  readonly first: Instant;
  readonly last: Instant;
  readonly isNewestFirst: boolean;
  /** Nothing after it has happened yet. */
  readonly now: Instant;
}

/** How many slots without news are looked at before the reader hears of it. */
const QUIET_MAX = 1_000;

/**
 * The moments at which a symbol's price was another than the moment before, in order: what a stream
 * would have told. Now and then undefined, so that a reader of a long quiet stretch can pause.
 */
export function* tapeSlots(
  tape: Tape,
  ticker: Ticker,
  { first, last, isNewestFirst, now }: SlotQuestion,
): Generator<Instant | undefined> {
  const from = slotFor(first < MARKET_EPOCH ? MARKET_EPOCH : first);
  const to = slotNumber(last < now ? last : now);
  let quiet = 0;
  for (let step = 0; step <= to - from; step += 1) {
    const at = slotTime(isNewestFirst ? to - step : from + step);
    const isNews = isPrinted(tape, ticker, at) && isMoved(tape, ticker, at);
    quiet = isNews ? 0 : quiet + 1;
    if (isNews) yield at;
    else if (quiet % QUIET_MAX === 0) yield undefined;
  }
}

function isPrinted({ calendar, market }: Tape, ticker: Ticker, at: Instant): boolean {
  const slot = slotNumber(at);
  return (
    isExtended(calendar.sessionAt(at), at) &&
    [...market.openStretches(ticker, slot, slot + 1)].length === 1
  );
}

function isMoved({ market }: Tape, ticker: Ticker, at: Instant): boolean {
  const before = slotTime(slotNumber(at) - 1);
  return before < MARKET_EPOCH || market.priceAt(ticker, before) !== market.priceAt(ticker, at);
}
