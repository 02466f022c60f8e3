import type { Strategy } from "../strategy-interface.ts";

/** Five closes in cents have means in fifths of a cent: none lies at this. */
export const MARGIN = 1.001;

/** Buys a dollar below a cheap close, with a stop and a profit three dollars around that. */
export const reversion: Strategy = {
  forEvents({ symbols, indicators, trading }) {
    const means = new Map(symbols.map((symbol) => [symbol, indicators.sma(5)]));
    return {
      onBar({ symbol, close }) {
        const average = means.get(symbol)!.next(close);
        for (const { id, side } of trading.openOrders(symbol))
          if (side === "buy") trading.cancel(id);
        if (average === undefined || 0 < trading.held(symbol) || average - MARGIN <= close) return;
        const limitPrice = close - 1;
        trading.submit({
          symbol,
          side: "buy",
          type: "limit",
          shares: 40,
          limitPrice,
          takeProfit: { limitPrice: limitPrice + 3 },
          stopLoss: { stopPrice: limitPrice - 3 },
        });
      },
    };
  },
};
