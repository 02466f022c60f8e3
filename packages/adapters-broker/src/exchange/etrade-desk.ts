import type { VenueAccount } from "@sevenfold/application/exchange/venue-account";
import { type Instant, instant } from "@sevenfold/domain/market";

import type { PreviewDesk } from "./etrade-previews.ts";
import type { TokenDesk } from "./etrade-token-desk.ts";
import type { ExchangeDesk } from "./exchange-desk.ts";

/** What E*TRADE's routes share besides the venue: it is one venue behind both protocols. */
export interface EtradeDesk extends ExchangeDesk {
  readonly tokens: TokenDesk;
  readonly previews: PreviewDesk;
  /** Orders whose cancel was asked for, until they were shown so once. */
  readonly cancels: Set<string>;
}

/** Now, but never before the latest thing the book knows. */
export const latest = ({ venue, now }: ExchangeDesk): Instant =>
  instant(Math.max(now(), venue.book.latestAt));

/** Small numbers, each account its own: the place of the order among all its orders. */
export const orderIdOf = (account: VenueAccount, id: string): number =>
  account.orders.findLastIndex((order) => order.id === id) + 1;
