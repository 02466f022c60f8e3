import { isExtended } from "@sevenfold/application/simulation/venue-hours";
import { slotFor, slotNumber, slotTime } from "@sevenfold/application/simulation/venue-slots";
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
  const from = slotFor(first < tape.market.startsAt ? tape.market.startsAt : first);
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

const isPrinted = ({ calendar, market }: Tape, ticker: Ticker, at: Instant): boolean =>
  isExtended(calendar.sessionAt(at), at) && market.haltAt(ticker, at) === undefined;

function isMoved({ market }: Tape, ticker: Ticker, at: Instant): boolean {
  const before = slotTime(slotNumber(at) - 1);
  return before < market.startsAt || market.priceAt(ticker, before) !== market.priceAt(ticker, at);
}
