import type { Ticker } from "@sevenfold/domain/market";
import { type Price, price } from "@sevenfold/domain/money";
import { type WaveMarket, waveMarket } from "../broker-kit/simulated/wave-market.ts";
import type { Clock } from "../ports/clock.ts";

/** A market on which every symbol costs what a test says; it tells prices once a second. */
export interface HandMarket extends WaveMarket {
  /** From now on every symbol trades at so many dollars. */
  stand(dollars: number): void;
}

export function handMarket(clock: Clock, listed: readonly Ticker[], dollars: number): HandMarket {
  let now: Price = units(dollars);
  const market = waveMarket(1, clock, listed, () => now);
  return {
    ...market,
    stand(at) {
      now = units(at);
    },
  };
}

const units = (dollars: number): Price => price(Math.round(dollars * 10_000));
