import { ALPACA_IEX, ALPACA_SIP, BUILT_IN_FEED } from "../alpaca/alpaca-market-feed.ts";
import { TIINGO } from "./tiingo/tiingo-market-data.ts";
import { TWELVE_DATA } from "./twelve-data/twelve-data-market-data.ts";
import { YAHOO } from "./yahoo/yahoo-market-data.ts";

const FEEDS = [BUILT_IN_FEED, ALPACA_IEX, ALPACA_SIP].map(({ provider }) => provider);

/**
 * What people call each provider of prices, by the id that is kept beside what was decided on its
 * prices: also of those that are not set up today, for orders stay.
 */
export const PROVIDER_NAMES: ReadonlyMap<string, string> = new Map(
  [...FEEDS, YAHOO, TWELVE_DATA, TIINGO].map(({ id, name }) => [id, name]),
);
