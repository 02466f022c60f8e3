import type { Instant, Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { ALL_AT_ONCE } from "../ports/market-data.ts";
import type { PriceBoard } from "../trading/prices/price-board.ts";

const STILL = { ...ALL_AT_ONCE, id: "still", name: "Still prices" };

/** What a board says of a symbol. Prices in dollars. */
export interface StillPrice {
  readonly price: number;
  readonly previousClose?: number;
}

/** A price board on which nothing moves by itself; `stand` puts other prices there. */
export function stillPrices(
  now: () => Instant,
  prices: Readonly<Record<string, StillPrice>>,
): PriceBoard & { stand(ticker: Ticker, dollars: number): void } {
  const board = new Map<string, StillPrice>(Object.entries(prices));
  const latest = (ticker: Ticker) => {
    const known = board.get(ticker);
    return (
      known && { ticker, price: units(known.price), at: now(), receivedAt: now(), from: STILL }
    );
  };
  const closeOf = (ticker: Ticker): Price | undefined => {
    const close = board.get(ticker)?.previousClose;
    return close === undefined ? undefined : units(close);
  };
  return {
    latest,
    previousClose: closeOf,
    ask: async (ticker) => latest(ticker) ?? "unknown-symbol",
    feed: () => ({ isConnected: true, isForOrders: true, failures: 0, lastNewsAt: now() }),
    watch() {},
    listen: () => () => {},
    listenToHalts: () => () => {},
    stop: async () => {},
    expect: () => undefined,
    prefer: () => undefined,
    isDisputed: () => false,
    halts: new Map(),
    recallHalts: () => undefined,
    stand(ticker, dollars) {
      board.set(ticker, { ...board.get(ticker), price: dollars });
    },
  };
}

const units = (dollars: number): Price => price(Math.round(dollars * 10_000));
