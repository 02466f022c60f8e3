import {
  type MarketDataTrouble,
  MarketDataUnavailable,
  type MarketNews,
} from "@sevenfold/application/ports/market-data";
import type { Ticker } from "@sevenfold/domain/market";

import type { Look, Polled } from "./polled.ts";
import type { WatchedSymbols } from "./watched-symbols.ts";

/** While the market is closed, a look is so many times rarer. */
const RARER_WHEN_CLOSED = 10;
const IDLE_MS = 1_000;
/** After a first failure; each one in a row doubles it. */
const RETRY_MS_MIN = 10_000;
const RETRY_MS_MAX = 5 * 60_000;
/** Keys and plans are not other ones the next moment. */
const REFUSED_MS_MAX = 20 * 60_000;
const REFUSALS: ReadonlySet<MarketDataTrouble["reason"]> = new Set([
  "credentials",
  "plan",
  "turned-away",
]);
/** A symbol that was withheld may be given another day. */
const WITHHELD_MS = 6 * 60 * 60_000;

/** Asks for what is followed, round after round, until the signal aborts. Each failed look is told. */
export async function* pollNews(
  { calendar, clock, look, polling, provider }: Polled,
  watched: WatchedSymbols,
  signal: AbortSignal,
): AsyncGenerator<MarketNews, void, undefined> {
  /** Until when, by the clock that never steps: one that ran ahead is put right. */
  const withheld = new Map<Ticker, number>();
  let failures = 0;
  let isConnected = false;
  let said = "";
  /** Where in the round we are. */
  let next = 0;

  while (!signal.aborted) {
    const nowMs = clock.monotonicMs();
    for (const [ticker, untilMs] of withheld) if (untilMs <= nowMs) withheld.delete(ticker);
    const wanted = watched.ranked().filter((ticker) => !withheld.has(ticker));
    const followed = wanted.slice(0, polling.followedMax);
    if (followed.length === 0) {
      await clock.sleep(IDLE_MS, signal);
      continue;
    }
    if (followed.length <= next) next = 0;
    const symbols = followed.slice(next, next + polling.symbolsPerLook);
    const everyMs = calendar.sessionAt(clock.now())
      ? polling.everyMs
      : polling.everyMs * RARER_WHEN_CLOSED;

    const unserved = [...withheld.keys(), ...wanted.slice(polling.followedMax)];
    const polledEveryMs = polling.everyMs * Math.ceil(followed.length / polling.symbolsPerLook);
    const limits = JSON.stringify([followed, unserved]);
    if (limits !== said) {
      said = limits;
      yield limitsOf(provider.name, { polled: followed, polledEveryMs, unserved });
    }

    const found = await look(symbols).catch(troubleOf);
    if (signal.aborted) return;
    if (found instanceof MarketDataUnavailable) {
      failures += 1;
      isConnected = false;
      yield { kind: "disconnected", message: found.message, trouble: found.trouble };
      await clock.sleep(waitMsAfter(found.trouble, { everyMs: polling.everyMs, failures }), signal);
      continue;
    }
    failures = 0;
    next += polling.symbolsPerLook;
    for (const ticker of found.withheld) withheld.set(ticker, nowMs + WITHHELD_MS);
    if (!isConnected) yield { kind: "connected" };
    isConnected = true;
    if (0 < found.prints.length + found.quotes.length)
      yield { kind: "prices", prints: found.prints, quotes: found.quotes, polled: true };
    await clock.sleep(everyMs, signal);
  }
}

function troubleOf(error: unknown): Look | MarketDataUnavailable {
  if (error instanceof MarketDataUnavailable) return error;
  throw error;
}

function limitsOf(
  name: string,
  limits: Pick<Extract<MarketNews, { kind: "limited" }>, "polled" | "polledEveryMs" | "unserved">,
): MarketNews {
  const { polled, polledEveryMs, unserved } = limits;
  const seconds = Math.max(1, Math.round(polledEveryMs / 1_000));
  const rest = unserved.length === 0 ? "" : ` It does not follow ${unserved.length} more.`;
  const message = `${name} is asked for ${polled.length} symbols, each every ${seconds} seconds.${rest}`;
  return { kind: "limited", message, ...limits };
}

/**
 * Soon enough for a listener to see within half a minute that it is no single failure. Where the provider
 * holds us off for longer, a look in between is stopped by our own count and makes no call.
 */
function waitMsAfter(
  trouble: MarketDataTrouble,
  { everyMs, failures }: { readonly everyMs: number; readonly failures: number },
): number {
  const doubled = Math.min(RETRY_MS_MIN, 5 * everyMs) * 2 ** Math.min(failures - 1, 16);
  return Math.min(REFUSALS.has(trouble.reason) ? REFUSED_MS_MAX : RETRY_MS_MAX, doubled);
}
