import type { MarketNews } from "../../ports/market-data.ts";

/** News that wait for their one reader, in the order in which they came, and never more than a bound. */
export interface NewsQueue {
  push(news: MarketNews): void;
  taken(signal: AbortSignal): AsyncGenerator<MarketNews>;
}

const WAITING_MAX = 5_000;
/** Of words of what is told once: a halt of every symbol there is. */
const KEPT_MAX = 20_000;
const TOO_SLOW = "Prices came in faster than they were taken: some were left out.";

export function openNewsQueue(): NewsQueue {
  let waiting: MarketNews[] = [];
  let room = WAITING_MAX;
  let wake = (): void => undefined;
  return {
    push(news) {
      // A gap is said as one, so that nobody takes what is left for everything.
      if (room <= waiting.length) {
        const kept = waiting.filter(isToldOnce).slice(-KEPT_MAX);
        waiting = [{ kind: "disconnected", message: TOO_SLOW }, { kind: "connected" }, ...kept];
        room = waiting.length + WAITING_MAX;
      }
      waiting.push(news);
      wake();
    },
    async *taken(signal) {
      const end = () => wake();
      signal.addEventListener("abort", end);
      try {
        while (!signal.aborted) {
          const next = waiting.shift();
          if (waiting.length === 0) room = WAITING_MAX;
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

/** A newer price replaces an older one; what is halted, taken back or broken nobody says again. */
const isToldOnce = ({ kind }: MarketNews): boolean => kind !== "prices";
