import {
  type MarketData,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import type { Ticker } from "@sevenfold/domain/market";

import { pause } from "../pause.ts";
import type { WaitingNews } from "./waiting-news.ts";

const TURN_MS = 500;

export interface RestOfStream {
  /** The watched symbols that are not streamed; undefined while that is not known. */
  readonly rest: () => readonly Ticker[] | undefined;
  /** The latest prices, by asking. */
  readonly look: MarketData["latest"];
  readonly everyMs: number;
}

/**
 * Asks for the prices of what is not streamed, and says what is served how, until the signal aborts. Where
 * asking fails too, those symbols are not served, and that is said.
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
    let failure: MarketDataUnavailable | undefined;
    if (0 < tickers.length)
      try {
        waiting.look({ kind: "prices", ...(await look(tickers)), polled: true });
      } catch (error) {
        if (!(error instanceof MarketDataUnavailable)) throw error;
        failure = error;
      }
    say(
      failure
        ? limitsOf({ polled: [], unserved: tickers, polledEveryMs: everyMs }, failure)
        : limitsOf({ polled: tickers, unserved: [], polledEveryMs: everyMs }),
    );
  }
}

type Limits = Extract<MarketNews, { kind: "limited" }>;

function limitsOf(
  limits: Pick<Limits, "polled" | "polledEveryMs" | "unserved">,
  failure?: MarketDataUnavailable,
): Limits {
  const { polled, polledEveryMs, unserved } = limits;
  const [count, seconds] = [polled.length + unserved.length, Math.round(polledEveryMs / 1_000)];
  const [asked, failed] = [
    `${count} symbols are more than the plan streams: they are asked for every ${seconds} seconds.`,
    `${count} symbols are more than the plan streams, and asking for them failed: ${failure?.message}`,
  ];
  const message = count === 0 ? "All symbols are streamed." : failure ? failed : asked;
  return { kind: "limited", message, ...limits };
}
