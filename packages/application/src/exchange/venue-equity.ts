import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Money, money } from "@sevenfold/domain/money";

import { type ShareCount, shareCount, worthOf } from "./share-count.ts";
import type { SimulatedMarket } from "./simulated-market.ts";
import type { VenueAccount } from "./venue-account.ts";
import { proceedsOf } from "./venue-holdings.ts";
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
  const held = new Map<Ticker, ShareCount>(
    opening.positions?.map((each) => [each.ticker, each.shares]),
  );
  let cash: number = opening.cash;
  let next = 0;
  return instants.map((at) => {
    for (let change = changes[next]; change && change.at <= at; change = changes[next]) {
      cash += change.cash;
      const { ticker } = change;
      if (ticker !== undefined)
        held.set(ticker, shareCount((held.get(ticker) ?? 0) + change.shares));
      next += 1;
    }
    const printed = lastPrintAt(
      venue.calendar,
      at < venue.calendar.startsAt ? venue.calendar.startsAt : at,
    );
    let worth = cash;
    for (const [ticker, count] of held)
      if (count !== 0) worth += worthOf(venue.market.priceAt(ticker, printed), count);
    return money(worth);
  });
}

interface Change {
  readonly at: number;
  /** Absent: of cash alone. */
  readonly ticker?: Ticker;
  readonly shares: number;
  readonly cash: number;
}

/** Trades, and what moved shares or cash without one, in the order of time. */
function changesOf({ executions, activities }: VenueAccount): readonly Change[] {
  const trades = executions.map(({ atMicros, ticker, side, quantity, price }): Change => {
    const signed = side === "buy" ? quantity : -quantity;
    const cash = proceedsOf({ side, quantity, price });
    return { at: atMicros / 1_000, ticker, shares: signed, cash };
  });
  const others = activities.flatMap(
    ({ at, ticker, kind, quantity, amount, into }): readonly Change[] => [
      {
        at,
        ...(ticker === undefined ? {} : { ticker }),
        shares: kind === "dividend" ? 0 : quantity,
        cash: amount,
      },
      ...(into ? [{ at, ticker: into.ticker, shares: into.quantity, cash: 0 }] : []),
    ],
  );
  return [...trades, ...others].sort((left, right) => left.at - right.at);
}
