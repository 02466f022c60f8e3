import { ALPACA_PAPER } from "@sevenfold/adapters-broker/alpaca/alpaca-hosts";
import { alpacaMarketData } from "@sevenfold/adapters-broker/alpaca/alpaca-market-data";
import { ALPACA_IEX } from "@sevenfold/adapters-broker/alpaca/alpaca-market-feed";
import {
  TIINGO_SETTINGS,
  tiingoMarketData,
} from "@sevenfold/adapters-broker/prices/tiingo/tiingo-market-data";
import {
  TWELVE_DATA_SETTINGS,
  twelveDataMarketData,
} from "@sevenfold/adapters-broker/prices/twelve-data/twelve-data-market-data";
import { YAHOO_SETTINGS } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-charts";
import { yahooMarketData } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-market-data";
import type { MarketData } from "@sevenfold/application/ports/market-data";
import { usageFailure } from "../failure.ts";
import { systemClock } from "../system/system-clock.ts";
import type { BarProvider } from "./provider-names.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Each provider with what it needs of the environment. Keys are never on a command line. */
export const BAR_PROVIDERS = {
  yahoo: ({ YAHOO_URL }: Environment): MarketData =>
    yahooMarketData({ ...YAHOO_SETTINGS, ...(YAHOO_URL && { url: YAHOO_URL }) }, systemClock),
  tiingo: (environment: Environment): MarketData =>
    tiingoMarketData(
      { ...TIINGO_SETTINGS, token: keyOf(environment, "TIINGO_TOKEN") },
      systemClock,
    ),
  "twelve-data": (environment: Environment): MarketData =>
    twelveDataMarketData(
      { ...TWELVE_DATA_SETTINGS, apiKey: keyOf(environment, "TWELVE_DATA_KEY") },
      systemClock,
    ),
  alpaca: (environment: Environment): MarketData =>
    alpacaMarketData(
      {
        ...ALPACA_PAPER,
        keyId: keyOf(environment, "ALPACA_DATA_KEY"),
        secretKey: keyOf(environment, "ALPACA_DATA_SECRET"),
      },
      ALPACA_IEX,
    ),
} as const satisfies Record<BarProvider, (environment: Environment) => MarketData>;

function keyOf(environment: Environment, name: string): string {
  const key = environment[name];
  if (key === undefined || key === "")
    throw usageFailure(
      `set ${name} to your key of this provider, or take --from yahoo, which needs none`,
    );
  return key;
}
