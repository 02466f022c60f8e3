import { useCallback, useContext, useSyncExternalStore } from "react";
import { Seen } from "./seen.ts";

/** The latest price of a symbol: dollars, and the UTC milliseconds it was made at. */
export interface Tick {
  readonly price: number;
  readonly at: number;
  readonly direction: "up" | "down" | undefined;
}

const ticks = new Map<string, Tick>();
const listeners = new Map<string, Set<() => void>>();
let waiting = new Map<string, readonly [price: number, at: number]>();
let frame = 0;
let heardAt: number | undefined;

/** Takes prices in; whoever shows them hears of it once, with the next frame. */
export function takePrices(prices: Readonly<Record<string, readonly [number, number]>>): void {
  heardAt = Date.now();
  for (const [ticker, tick] of Object.entries(prices)) waiting.set(ticker, tick);
  if (frame === 0) frame = requestAnimationFrame(release);
}

export function forgetPrices(): void {
  ticks.clear();
  waiting.clear();
  heardAt = undefined;
}

/** When the last price came, by this browser's clock. */
export const pricesHeardAt = (): number | undefined => heardAt;

export const tickOf = (ticker: string): Tick | undefined => ticks.get(ticker);

/** Re-renders only for this symbol's prices, and only while it is seen. */
export function useTick(ticker: string): Tick | undefined {
  const isSeen = useContext(Seen);
  const subscribe = useCallback(
    (listener: () => void) => (isSeen ? listen(ticker, listener) : () => {}),
    [ticker, isSeen],
  );
  return useSyncExternalStore(subscribe, () => ticks.get(ticker));
}

function release(): void {
  frame = 0;
  const batch = waiting;
  waiting = new Map();
  for (const [ticker, [price, at]] of batch) {
    const before = ticks.get(ticker);
    if (before !== undefined && (at < before.at || price === before.price)) continue;
    ticks.set(ticker, { price, at, direction: directionOf(before, price) });
    for (const listener of listeners.get(ticker) ?? []) listener();
  }
}

const directionOf = (before: Tick | undefined, price: number): Tick["direction"] =>
  before === undefined ? undefined : before.price < price ? "up" : "down";

function listen(ticker: string, listener: () => void): () => void {
  const set = listeners.get(ticker) ?? new Set();
  listeners.set(ticker, set);
  set.add(listener);
  return () => void set.delete(listener);
}
