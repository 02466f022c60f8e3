import type { MarketScript } from "@sevenfold/application/exchange/market-script";
import { scriptedMarket } from "@sevenfold/application/exchange/scripted-market";
import { openSimulatedMarket } from "@sevenfold/application/exchange/simulated-market";
import { type SteeredMarket, steeredMarket } from "@sevenfold/application/exchange/steered-market";
import { STOCKS } from "@sevenfold/domain/stocks";
import type { ExchangeScript } from "./exchange-script.ts";
import type { ExchangeSettings } from "./exchange-settings.ts";
import { keptDayBars } from "./kept-day-bars.ts";

/**
 * Recorded or simulated, with the script laid over it, to which more can be added. Throws
 * ScriptUnplayable about an unlisted symbol.
 */
export function marketOf(
  { seed, volatility, stocks = STOCKS, recorded }: ExchangeSettings,
  { market: script }: ExchangeScript,
): SteeredMarket {
  const market = recorded?.market ?? openSimulatedMarket({ seed, stocks, volatility });
  return steeredMarket((all) => {
    const events = eventsOf(all);
    for (const { ticker } of events)
      if (!market.has(ticker)) throw new ScriptUnplayable(`${ticker} of the script is not listed.`);
    return keptDayBars(events.length === 0 ? market : scriptedMarket(market, all));
  }, script);
}

export const eventsOf = ({ dividends, halts, splits, spreads }: MarketScript) => [
  ...halts,
  ...splits,
  ...dividends,
  ...spreads,
];

/** A script that speaks of what the market does not have. */
export class ScriptUnplayable extends Error {
  override readonly name = "ScriptUnplayable";
}
