import { slotFor, slotNumber, slotTime } from "@sevenfold/application/exchange/venue-slots";
import { dayNumberFrom, tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import { tradingDayOf } from "@sevenfold/domain/new-york-time";

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
  const from = instant(Math.max(first, tape.market.startsAt));
  const until = instant(Math.min(last, now));
  const fromDay = dayNumberFrom(tradingDayOf(from));
  const toDay = dayNumberFrom(tradingDayOf(until));
  let quiet = 0;
  for (let step = 0; step <= toDay - fromDay; step += 1) {
    const day = isNewestFirst ? toDay - step : fromDay + step;
    for (const at of slotsOfDay(tape, ticker, day, { from, until, isNewestFirst })) {
      const isNews = isMoved(tape, ticker, at);
      quiet = isNews ? 0 : quiet + 1;
      if (isNews) yield at;
      else if (quiet % QUIET_MAX === 0) yield undefined;
    }
    yield undefined;
  }
}

/** The slots of a day in which prints are made, hours around the session included and halts not. */
function* slotsOfDay(
  { calendar, market }: Tape,
  ticker: Ticker,
  day: number,
  bounds: { readonly from: Instant; readonly until: Instant; readonly isNewestFirst: boolean },
): Generator<Instant> {
  const session = calendar.sessionOf(tradingDayFrom(day));
  if (!session) return;
  const start = Math.max(slotFor(bounds.from), slotFor(session.extendedOpens));
  const end = Math.min(slotNumber(bounds.until) + 1, slotFor(session.extendedCloses));
  if (end <= start) return;
  const stretches = [...market.openStretches(ticker, start, end)];
  if (bounds.isNewestFirst) stretches.reverse();
  for (const { from, to } of stretches)
    for (let step = 0; step < to - from; step += 1)
      yield slotTime(bounds.isNewestFirst ? to - 1 - step : from + step);
}

function isMoved({ market }: Tape, ticker: Ticker, at: Instant): boolean {
  const before = slotTime(slotNumber(at) - 1);
  return before < market.startsAt || market.priceAt(ticker, before) !== market.priceAt(ticker, at);
}
