import { WaitingNews } from "@sevenfold/adapters-broker/alpaca/waiting-news";
import type { WaveMarket } from "@sevenfold/application/broker-kit/simulated/wave-market";
import { seededChance } from "@sevenfold/application/chance/seeded-chance";
import { ALL_AT_ONCE } from "@sevenfold/application/ports/market-data";
import { instant, type Print, type Ticker } from "@sevenfold/domain/market";
import { price } from "@sevenfold/domain/money";

/** A market that ticks as often as it is told to, each symbol at its own moment. */
export interface TickMarket extends WaveMarket {
  /** Ticks a second of all symbols together; 0 until it is set. */
  setRate(ticksPerSecond: number): void;
  /** When a print was due, by `performance.now()`; undefined of one that is not ours. */
  dueMsOf(print: Print): number | undefined;
  /** How many were told. */
  readonly told: number;
}

const PACE_MS = 1;

/**
 * A random walk of each symbol, in this process; what waits is folded as a venue's stream folds it. In a
 * second a price moves by some part of `stepASecond`, however many ticks that takes.
 */
export function tickMarket(tickers: readonly Ticker[], stepASecond: number): TickMarket {
  const chance = seededChance(1, "ticks");
  const waiting = new WaitingNews();
  const prices = new Map(tickers.map((ticker) => [ticker, chance.between(20, 400)]));
  const due = new WeakMap<Print, number>();
  let perMs = 0;
  let step = 0;
  let told = 0;
  let nextMs = 0;
  const tick = () => {
    const nowMs = performance.now();
    if (perMs === 0) return;
    for (; nextMs <= nowMs; nextMs += 1 / perMs) {
      const ticker = tickers[told % tickers.length]!;
      const moved = prices.get(ticker)! * (1 + step * (2 * chance.unit() - 1));
      prices.set(ticker, Math.min(1_000, Math.max(5, moved)));
      const at = instant(Math.floor(performance.timeOrigin + nextMs));
      const print = { ticker, price: priceOf(ticker), at };
      due.set(print, nextMs);
      waiting.print(print);
      told += 1;
    }
    waiting.announce();
  };
  const priceOf = (ticker: Ticker) => price(Math.round(prices.get(ticker)! * 100) * 100);
  const printsOf = (wanted: readonly Ticker[]) =>
    wanted
      .filter((ticker) => prices.has(ticker))
      .map((ticker) => ({ ticker, price: priceOf(ticker), at: instant(Date.now()) }));

  return {
    provider: { ...ALL_AT_ONCE, id: "ticks", name: "Ticks" },
    get told() {
      return told;
    },
    setRate(ticksPerSecond) {
      perMs = ticksPerSecond / 1_000;
      step = stepASecond * Math.sqrt(tickers.length / Math.max(1, ticksPerSecond));
      nextMs = performance.now();
    },
    dueMsOf: (print) => due.get(print),
    priceAt: priceOf,
    latest: async (wanted) => ({ prints: printsOf(wanted), quotes: [] }),
    bars: async () => [],
    watch: () => undefined,
    prefer: () => undefined,
    async *news(signal) {
      const timer = setInterval(tick, PACE_MS);
      signal.addEventListener("abort", () => waiting.announce(), { once: true });
      waiting.put({ kind: "connected" });
      try {
        while (!signal.aborted) {
          const news = waiting.take();
          if (news) yield news;
          else await waiting.arrival();
        }
      } finally {
        clearInterval(timer);
      }
    },
  };
}
