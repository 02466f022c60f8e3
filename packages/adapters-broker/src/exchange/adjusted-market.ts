import {
  actionsBetween,
  type CorporateAction,
} from "@sevenfold/application/exchange/market-script";
import { mergedBar } from "@sevenfold/application/exchange/scripted-market";
import type { SimulatedMarket, TapeBar } from "@sevenfold/application/exchange/simulated-market";
import { type Instant, instant, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

export type Adjustment = CorporateAction["kind"];

/**
 * The market with splits, or dividends too, taken out of its bars, so that they compare with the prices
 * of an instant. Of a bar in which one falls only what lies before it is scaled.
 */
export function adjustedMarket(
  market: SimulatedMarket,
  kinds: ReadonlySet<Adjustment>,
  until: Instant,
): SimulatedMarket {
  if (kinds.size === 0) return market;
  const splits = new Set([...kinds].filter((kind) => kind === "split"));

  function partOf(ticker: Ticker, start: Instant, end: Instant): TapeBar | undefined {
    const bar = market.barOf(ticker, start, end);
    const scale = market.scaleBetween(ticker, { after: start, until, kinds });
    if (!bar || scale === 1) return bar;
    const of = (price: Price) => Math.round(price * scale) as Price;
    // As many shares more as a split made each one cheaper; a dividend leaves their number.
    const shares = market.scaleBetween(ticker, { after: start, until, kinds: splits });
    return {
      ...{ ...bar, volume: Math.round(bar.volume / shares) },
      ...{ open: of(bar.open), high: of(bar.high), low: of(bar.low), close: of(bar.close) },
    };
  }

  return {
    ...market,
    barOf(ticker, start, end) {
      const cuts = actionsBetween(market.script, start, instant(end - 1))
        .filter((action) => action.ticker === ticker && kinds.has(action.kind))
        .map(({ at }) => at);
      const edges = [start, ...cuts, end];
      const parts = edges.slice(1).map((to, index) => partOf(ticker, edges[index] ?? start, to));
      return mergedBar(
        parts.filter((part) => part !== undefined),
        start,
      );
    },
  };
}
