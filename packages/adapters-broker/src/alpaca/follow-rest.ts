import {
  type MarketData,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import type { Ticker } from "@sevenfold/domain/market";

import { pause } from "../pause.ts";
import { chunksOf } from "../prices/chunks-of.ts";
import type { WaitingNews } from "./waiting-news.ts";

const TURN_MS = 500;
const SYMBOLS_PER_LOOK = 100;
/** Fifteen calls in ten seconds are half of what a minute allows: the rest is for who asks for one symbol. */
const FOLLOWED_MAX = 1_500;

export interface RestOfStream {
  /** The watched symbols that are not streamed; undefined while that is not known. */
  readonly rest: () => readonly Ticker[] | undefined;
  /** The latest prices, by asking. */
  readonly look: MarketData["latest"];
  readonly everyMs: number;
}

/**
 * Asks for the prices of what is not streamed, the most important first, and says what is served how, until
 * the signal aborts. Symbols of which asking fails too, or that are too many, are not served, and that is
 * said; the others are: whatever anybody looks up, money that hangs on a price has it.
 */
export async function followRest(
  { everyMs, look, rest }: RestOfStream,
  waiting: WaitingNews,
  signal: AbortSignal,
): Promise<void> {
  let said = limitsOf({ polled: [], unserved: [], polledEveryMs: everyMs });
  const say = (limits: Limits) => {
    if (JSON.stringify(limits) === JSON.stringify(said)) return;
    said = limits;
    waiting.limit(limits);
  };
  let asked = "";
  let dueMs = 0;

  for (; !signal.aborted; await pause(TURN_MS, signal)) {
    const tickers = rest();
    if (tickers === undefined) continue;
    const wanted = tickers.join();
    if (wanted === asked && performance.now() < dueMs) continue;
    asked = wanted;
    dueMs = performance.now() + everyMs;
    const polled = new Set<Ticker>();
    let failure: MarketDataUnavailable | undefined;
    for (const symbols of chunksOf(tickers.slice(0, FOLLOWED_MAX), SYMBOLS_PER_LOOK))
      try {
        waiting.look({ kind: "prices", ...(await look(symbols)), polled: true });
        for (const ticker of symbols) polled.add(ticker);
      } catch (error) {
        if (!(error instanceof MarketDataUnavailable)) throw error;
        failure = error;
        // What stands against these symbols says nothing of the next ones.
        if (error.trouble.reason !== "unreadable" && error.trouble.reason !== "not-found") break;
      }
    const unserved = tickers.filter((ticker) => !polled.has(ticker));
    say(limitsOf({ polled: [...polled], unserved, polledEveryMs: everyMs }, failure));
  }
}

type Limits = Extract<MarketNews, { kind: "limited" }>;

function limitsOf(
  limits: Pick<Limits, "polled" | "polledEveryMs" | "unserved">,
  failure?: MarketDataUnavailable,
): Limits {
  const { polled, polledEveryMs, unserved } = limits;
  const [count, seconds] = [polled.length + unserved.length, Math.round(polledEveryMs / 1_000)];
  if (count === 0) return { kind: "limited", message: "All symbols are streamed.", ...limits };
  const [some, left] =
    polled.length === 0
      ? ["they", "them"]
      : [`the first ${polled.length}`, `${unserved.length} of them`];
  const words = [
    ` are more than the plan streams: they are asked for every ${seconds} seconds.`,
    ` are more than the plan streams: ${some} are asked for every ${seconds} seconds, no others.`,
    ` are more than the plan streams, and asking for ${left} failed: ${failure?.message}`,
  ];
  const message = `${count} symbols${words[failure ? 2 : unserved.length === 0 ? 0 : 1]}`;
  return { kind: "limited", message, ...limits };
}
