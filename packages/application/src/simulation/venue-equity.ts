import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";

import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-book.ts";
import { lastPrintAt, type VenueCalendar } from "./venue-hours.ts";

/**
 * What an account was worth at instants that ascend: the cash and the shares it had then, at the
 * price of the latest print. An instant before it was opened shows what it was opened with.
 */
export function equityAt(
  account: VenueAccount,
  venue: { readonly market: SimulatedMarket; readonly calendar: VenueCalendar },
  instants: readonly Instant[],
): readonly Money[] {
  const changes = changesOf(account);
  const { opening } = account;
  const held = new Map<Ticker, number>(
    opening.positions?.map((each) => [each.ticker, each.shares]),
  );
  let cash: number = opening.cash;
  let next = 0;
  return instants.map((at) => {
    for (let change = changes[next]; change && change.at <= at; change = changes[next]) {
      cash += change.cash;
      held.set(change.ticker, (held.get(change.ticker) ?? 0) + change.shares);
      next += 1;
    }
    const printed = lastPrintAt(
      venue.calendar,
      at < venue.calendar.startsAt ? venue.calendar.startsAt : at,
    );
    let worth = cash;
    for (const [ticker, count] of held)
      if (count !== 0) worth += count * venue.market.priceAt(ticker, printed);
    return money(worth);
  });
}

interface Change {
  readonly at: number;
  readonly ticker: Ticker;
  readonly shares: number;
  readonly cash: number;
}

/** Trades, splits and dividends in the order of time. */
function changesOf({ executions, activities }: VenueAccount): readonly Change[] {
  const trades = executions.map(({ atMicros, ticker, side, quantity, price }): Change => {
    const signed = side === "buy" ? quantity : -quantity;
    return { at: atMicros / 1_000, ticker, shares: signed, cash: -signed * price };
  });
  const others = activities.map(
    ({ at, ticker, kind, quantity, amount }): Change => ({
      at,
      ticker,
      shares: kind === "split" ? quantity : 0,
      cash: amount,
    }),
  );
  return [...trades, ...others].sort((left, right) => left.at - right.at);
}
