import type { TradingCalendar } from "@sevenfold/domain/calendar";

import type { Account } from "../../ports/stores/account.ts";
import type { Strategies } from "../../ports/strategies.ts";
import type { Ports } from "../../ports.ts";
import type { PatternWatch } from "../prices/pattern-watch.ts";
import type { PriceBoard } from "../prices/price-board.ts";
import type { PriceMarkets } from "../prices/venue-prices.ts";
import type { SubmissionPolicy } from "../safeguards/circuit-breakers.ts";
import type { LivePolicy } from "../safeguards/live-trading.ts";
import type { VenueCalendar } from "../safeguards/venue-calendar.ts";

/** What trading use cases ask of the world. */
export interface TradingNeeds
  extends Pick<
    Ports,
    "announcer" | "brokers" | "clock" | "identifiers" | "log" | "marketData" | "storage"
  > {
  /** The built-in exchange's, as `marketData`; an account's own are had by `inMarketOf`. */
  readonly prices: PriceBoard;
  /** Absent: no bar pattern is ever seen, and an entry that waits for one does not come. */
  readonly patterns?: PatternWatch;
  readonly realMarket?: PriceMarkets["realMarket"];
  /** Absent: no strategy of the owner's is run here, and an account that has one is stopped. */
  readonly strategies?: Strategies;
  /** What the installation says about real money; absent: nothing, so none moves. */
  readonly live?: LivePolicy;
  /** What the installation lets its accounts send; absent: what the breakers let pass. */
  readonly submission?: SubmissionPolicy;
  /** What people should know of how this process stands; absent, or nothing: there is nothing to say. */
  readonly notice?: () => string | undefined;
  /** The hours of the venue the account trades at. */
  readonly calendarOf: (account: Pick<Account, "venue">) => TradingCalendar;
  /** What `calendarOf` answers for brokers, to be told their own hours; absent: nobody is asked for them. */
  readonly venueCalendar?: VenueCalendar;
}
