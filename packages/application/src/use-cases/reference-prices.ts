import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";

import type { Ports } from "../ports.ts";

/** What today's prices are compared with. Undefined until loaded, or where no provider knows. */
export interface ReferencePrices {
  /** The close of the session before the latest one that opened. */
  previousClose(ticker: Ticker): Price | undefined;
  /** The last price 24 hours ago. */
  dayAgo(ticker: Ticker): Price | undefined;
}

interface Reference {
  readonly previousClose: Price | undefined;
  readonly dayAgo: Price | undefined;
  /** When the close stops being the previous one, and when the other should be asked again. */
  readonly staleAt: Instant;
}

const DAY_MS = 24 * 60 * MINUTE_MS;
/** Holidays included, some session closed within this time. */
const CLOSES_LOOKBACK_MS = 10 * DAY_MS;
const DAY_AGO_LOOKBACK_MS = 2 * 60 * MINUTE_MS;
const DAY_AGO_MAX_AGE_MS = 5 * MINUTE_MS;
const PAUSE_MS = 5_000;
const RETRY_MS = MINUTE_MS;

type Needs = Pick<Ports, "clock" | "log" | "marketData"> & { readonly calendar: TradingCalendar };

/** Keeps the references of the symbols it is given fresh until the signal aborts, one call at a time. */
export function openReferencePrices(
  needs: Needs,
  tickers: () => Iterable<Ticker>,
  signal: AbortSignal,
): ReferencePrices & { readonly ended: Promise<void> } {
  const references = new Map<Ticker, Reference>();
  return {
    previousClose: (ticker) => references.get(ticker)?.previousClose,
    dayAgo: (ticker) => references.get(ticker)?.dayAgo,
    ended: keepFresh(needs, tickers, references, signal),
  };
}

async function keepFresh(
  needs: Needs,
  tickers: () => Iterable<Ticker>,
  references: Map<Ticker, Reference>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = needs;
  // The first look comes after whoever opens the board has named the symbols.
  await clock.sleep(0, signal);
  while (!signal.aborted) {
    for (const ticker of [...tickers()]) {
      if (signal.aborted) return;
      const known = references.get(ticker);
      const now = clock.now();
      if (known && now < known.staleAt) continue;
      try {
        references.set(ticker, await load(needs, ticker, now));
      } catch (error) {
        log.warn("reference-price-missing", { ticker, error: String(error) });
        const staleAt = (now + RETRY_MS) as Instant;
        references.set(ticker, { previousClose: undefined, dayAgo: undefined, ...known, staleAt });
      }
    }
    await clock.sleep(PAUSE_MS, signal);
  }
}

async function load(
  { calendar, marketData }: Needs,
  ticker: Ticker,
  now: Instant,
): Promise<Reference> {
  const latest = calendar.sessionAt(now) ?? calendar.previousSession(now);
  // At its own opening instant the latest session is not yet one of the previous ones.
  const previous = calendar.previousSession(latest.opens);
  const days = await marketData.bars({
    ticker,
    interval: "day",
    start: (now - CLOSES_LOOKBACK_MS) as Instant,
    end: now,
  });
  const then = (now - DAY_MS) as Instant;
  const minutes = await marketData.bars({
    ticker,
    interval: "minute",
    start: (then - DAY_AGO_LOOKBACK_MS) as Instant,
    end: then,
  });
  const closedBy = (at: Instant) => days.findLast(({ start }) => start < at)?.close;
  return {
    previousClose: closedBy(previous.closes),
    dayAgo: minutes.at(-1)?.close ?? closedBy(calendar.previousSession(then).closes),
    staleAt: Math.min(now + DAY_AGO_MAX_AGE_MS, calendar.nextSession(now).opens) as Instant,
  };
}
