import type { BarView, GlanceView } from "@sevenfold/contract/market";
import { cents, HELD, hashOf, priceAt } from "./invented-prices.ts";
import type { InventedWorld } from "./invented-world.ts";

export function barsOf(
  world: InventedWorld,
  ticker: string,
  stepMs: number,
  count: number,
): BarView[] {
  const end = Math.floor(world.now() / stepMs) * stepMs;
  return Array.from({ length: count }, (_, index) => {
    const start = end - (count - 1 - index) * stepMs;
    const walk = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) =>
      priceAt(ticker, Math.min(start + part * stepMs, world.now())),
    );
    return {
      start: new Date(start).toISOString(),
      open: cents(walk[0]!),
      high: cents(Math.max(...walk) * 1.0004),
      low: cents(Math.min(...walk) * 0.9996),
      close: cents(walk[5]!),
      volume: 100_000 + (hashOf(`${ticker}${index}`) % 900) * 1_000,
      isRegular: true,
    };
  });
}

export const glancesOf = (world: InventedWorld): GlanceView[] =>
  [...new Set([...world.watched, ...Object.keys(HELD)])].sort().map((ticker) => {
    const bars = barsOf(world, ticker, 86_400_000, 31).slice(0, -1);
    return { ticker, closes: bars.map(({ close }) => close) };
  });
