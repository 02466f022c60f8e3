import type { PositionView } from "@sevenfold/contract/portfolio";
import { priceOf, useOfPrices } from "../live/price-store.ts";

type Told = Pick<PositionView, "currentPrice" | "shares" | "ticker">;

/**
 * What the holdings are worth at the newest prices known more than they were told to be; less where
 * it is negative. Re-renders only where that moves.
 */
export function useMoved(positions: readonly Told[] = []): number {
  const tickers = positions.map(({ ticker }) => ticker);
  return useOfPrices(tickers, () => positions.reduce((sum, each) => sum + movedOf(each), 0));
}

/** Nothing where no price was told, or none is known by now. */
function movedOf({ currentPrice, shares, ticker }: Told): number {
  const price = priceOf(ticker)?.price;
  return price === undefined || currentPrice === null ? 0 : (price - currentPrice) * shares;
}
