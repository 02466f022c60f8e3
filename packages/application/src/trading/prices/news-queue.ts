import type { MarketNews } from "../../ports/market-data.ts";

/** News that wait for their one reader, in the order in which they came, and never more than a bound. */
export interface NewsQueue {
  push(news: MarketNews): void;
  taken(signal: AbortSignal): AsyncGenerator<MarketNews>;
}

const WAITING_MAX = 5_000;
const TOO_SLOW = "Prices came in faster than they were taken: some were left out.";

export function openNewsQueue(): NewsQueue {
  let waiting: MarketNews[] = [];
  let wake = (): void => undefined;
  return {
    push(news) {
      // A gap is said as one, so that nobody takes what is left for everything.
      if (WAITING_MAX <= waiting.length)
        waiting = [{ kind: "disconnected", message: TOO_SLOW }, { kind: "connected" }];
      waiting.push(news);
      wake();
    },
    async *taken(signal) {
      const end = () => wake();
      signal.addEventListener("abort", end);
      try {
        while (!signal.aborted) {
          const next = waiting.shift();
          if (next) yield next;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        signal.removeEventListener("abort", end);
      }
    },
  };
}
