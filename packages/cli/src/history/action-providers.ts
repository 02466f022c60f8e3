import { tiingoActions } from "@sevenfold/adapters-broker/prices/tiingo/tiingo-actions";
import { TIINGO_SETTINGS } from "@sevenfold/adapters-broker/prices/tiingo/tiingo-market-data";
import { yahooActions } from "@sevenfold/adapters-broker/prices/yahoo/yahoo-actions";
import {
  openYahooCharts,
  YAHOO_SETTINGS,
} from "@sevenfold/adapters-broker/prices/yahoo/yahoo-charts";
import type { CorporateActions } from "@sevenfold/application/research/backtest/corporate-action";
import { usageFailure } from "../failure.ts";
import { systemClock } from "../system/system-clock.ts";
import type { ActionProvider } from "./provider-names.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Who may be asked for splits and dividends. Keys are never on a command line. */
export const ACTION_PROVIDERS = {
  yahoo: (_: Environment): CorporateActions =>
    yahooActions(openYahooCharts(YAHOO_SETTINGS, systemClock), systemClock),
  tiingo: ({ TIINGO_TOKEN: token }: Environment): CorporateActions => {
    if (!token)
      throw usageFailure("set TIINGO_TOKEN to your key, or take --from yahoo, which needs none");
    return tiingoActions({ ...TIINGO_SETTINGS, token }, systemClock);
  },
} as const satisfies Record<ActionProvider, (environment: Environment) => CorporateActions>;
