import { useCallback, useContext, useSyncExternalStore } from "react";
import { Seen } from "./seen.ts";

/** The newest price known of a symbol. */
export interface KnownPrice {
  /** Dollars. */
  readonly price: number;
  /** When it was made at the market, in UTC milliseconds by the server's clock. */
  readonly at: number;
}
type PriceAt = readonly [price: number, at: number];

const ticks = new Map<string, KnownPrice>();
const read = new Map<string, KnownPrice>();
const listeners = new Map<string, Set<() => void>>();
let waiting = new Map<string, PriceAt>();
let frame = 0;

/** The newer of what the stream told and what was read: the one place that knows a price. */
export function priceOf(ticker: string): KnownPrice | undefined {
  const [tick, other] = [ticks.get(ticker), read.get(ticker)];
  return tick !== undefined && (other === undefined || other.at <= tick.at) ? tick : other;
}

/** When the newest of all prices was made; undefined while none is known. */
export function newestPriceAt(): number | undefined {
  let newest: number | undefined;
  for (const prices of [ticks, read])
    for (const { at } of prices.values()) newest = Math.max(newest ?? at, at);
  return newest;
}

/** Takes the stream's prices in; whoever shows them hears of it once, with the next frame. */
export function takePrices(prices: Readonly<Record<string, PriceAt>>): void {
  for (const [ticker, tick] of Object.entries(prices)) waiting.set(ticker, tick);
  if (frame === 0) frame = requestAnimationFrame(release);
}

/** Takes in prices that were read with a view, each with its own time. */
export function takeRead(prices: Iterable<readonly [ticker: string, price: number, at: number]>) {
  for (const [ticker, price, at] of prices) put(read, ticker, [price, at]);
}

/** The stream is silent: what it told last is no longer the price of now. */
export function forgetTicks(): void {
  waiting = new Map();
  const known = [...ticks.keys()];
  ticks.clear();
  for (const ticker of known) tell(ticker);
}

export function forgetPrices(): void {
  read.clear();
  forgetTicks();
}

/** Re-renders only for this symbol's prices, and only while it is seen. */
export function usePrice(ticker: string): KnownPrice | undefined {
  const isSeen = useContext(Seen);
  const subscribe = useCallback(
    (listener: () => void) => (isSeen ? listen(ticker, listener) : () => {}),
    [ticker, isSeen],
  );
  return useSyncExternalStore(subscribe, () => priceOf(ticker));
}

/** A figure made of the prices of several symbols: re-renders only where it moves, and only while it is seen. */
export function useOfPrices(tickers: readonly string[], figureOf: () => number): number {
  const isSeen = useContext(Seen);
  const listed = tickers.join(" ");
  const subscribe = useCallback(
    (listener: () => void) => {
      const heard = isSeen && listed !== "" ? listed.split(" ") : [];
      const stops = heard.map((ticker) => listen(ticker, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [listed, isSeen],
  );
  return useSyncExternalStore(subscribe, figureOf);
}

function release(): void {
  frame = 0;
  const batch = waiting;
  waiting = new Map();
  for (const [ticker, tick] of batch) put(ticks, ticker, tick);
}

function put(prices: Map<string, KnownPrice>, ticker: string, [price, at]: PriceAt): void {
  const before = prices.get(ticker);
  if (before !== undefined && at < before.at) return;
  const shown = priceOf(ticker);
  prices.set(ticker, { price, at });
  // That it was paid again moves nothing on the page but its age, which is looked at by the second.
  if (priceOf(ticker)?.price !== shown?.price) tell(ticker);
}

const tell = (ticker: string) => {
  for (const listener of listeners.get(ticker) ?? []) listener();
};

function listen(ticker: string, listener: () => void): () => void {
  const set = listeners.get(ticker) ?? new Set();
  listeners.set(ticker, set);
  set.add(listener);
  return () => void set.delete(listener);
}
