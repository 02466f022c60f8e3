import type { Ticker } from "@sevenfold/domain/market";

import type { MarketScript } from "./market-script.ts";
import type { SimulatedMarket } from "./simulated-market.ts";

/** A market to whose script more can be added while it runs. */
export interface SteeredMarket {
  readonly market: SimulatedMarket;
  /** What is planted has to lie ahead: prices that were told do not change. */
  plant(more: MarketScript): void;
}

/** `play` lays a script over the prices; it is called again whenever something is planted. */
export function steeredMarket(
  play: (script: MarketScript) => SimulatedMarket,
  script: MarketScript,
): SteeredMarket {
  let played = play(script);
  return {
    market: {
      stocks: played.stocks,
      startsAt: played.startsAt,
      get script() {
        return played.script;
      },
      has: (ticker): ticker is Ticker => played.has(ticker),
      haltAt: (ticker, at) => played.haltAt(ticker, at),
      priceAt: (ticker, at) => played.priceAt(ticker, at),
      spreadAt: (ticker, at) => played.spreadAt(ticker, at),
      quoteAt: (ticker, at) => played.quoteAt(ticker, at),
      printAt: (ticker, at) => played.printAt(ticker, at),
      barOf: (ticker, start, end) => played.barOf(ticker, start, end),
      openStretches: (ticker, from, to) => played.openStretches(ticker, from, to),
      scaleBetween: (ticker, wanted) => played.scaleBetween(ticker, wanted),
    },
    plant({ dividends, halts, splits, spreads }) {
      const { script: before } = played;
      played = play({
        halts: [...before.halts, ...halts],
        splits: [...before.splits, ...splits],
        dividends: [...before.dividends, ...dividends],
        spreads: [...before.spreads, ...spreads],
      });
    },
  };
}
