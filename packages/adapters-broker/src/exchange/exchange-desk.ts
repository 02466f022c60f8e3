import type { SimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import type { Venue } from "@sevenfold/application/exchange/venue";
import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import type { VenueCalendar } from "@sevenfold/application/exchange/venue-hours";
import type { Valuation } from "@sevenfold/application/exchange/venue-reads";
import { type Instant, instant } from "@sevenfold/domain/market";

/** What the routes and streams of one running exchange share. */
export interface ExchangeDesk {
  readonly venue: Venue;
  readonly market: SimulatedMarket;
  readonly calendar: VenueCalendar;
  readonly now: () => Instant;
  readonly newId: () => string;
  /** The account these keys open, or undefined. */
  readonly accountOf: (keyId: string, secretKey: string) => VenueAccount | undefined;
}

/** What accounts are valued at: now, but never before the latest thing the book knows. */
export const valuationOf = ({ venue, market, calendar, now }: ExchangeDesk): Valuation => ({
  market,
  calendar,
  at: instant(Math.max(now(), venue.book.latestAt)),
});
