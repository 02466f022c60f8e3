import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import type { Ports } from "../../ports.ts";
import { atOnce } from "./at-once.ts";

/** What today's prices are compared with. */
export interface PreviousCloses {
  /**
   * The close of the session before the latest one that opened. Undefined until loaded, also anew
   * after each opening, or where no provider knows. One that was asked for before `since` is asked for
   * anew, once, and is none meanwhile.
   */
  previousClose(ticker: Ticker, since?: Instant): Price | undefined;
}

interface KnownClose {
  readonly close: Price | undefined;
  /** From the next opening on it is the close of another day. */
  readonly until: Instant;
  readonly staleAt: Instant;
  readonly askedAt: Instant;
  /** Somebody waits for one that is asked for later. */
  readonly isAwaited?: true;
}

const DAY_MS = 24 * 60 * MINUTE_MS;
/** Holidays included, some session closed within this time. */
const LOOKBACK_MS = 10 * DAY_MS;
/** A close is final, but a split or a correction may give it anew. */
const KEPT_MS = 60 * MINUTE_MS;
/** Providers take a while to add up a day. */
const UNFINISHED_MS = 5 * MINUTE_MS;
const PAUSE_MS = 5_000;
const RETRY_MS = MINUTE_MS;
/** Of many symbols; a provider may have fewer answered at once. */
const ASKED_AT_ONCE_MAX = 8;

const NEVER = instant(0);

type Needs = Pick<Ports, "clock" | "log" | "marketData"> & { readonly calendar: TradingCalendar };

interface OpenPreviousCloses extends PreviousCloses {
  /** Symbols were added: somebody looks at them, so they are asked for without a pause. */
  wanted(): void;
  readonly ended: Promise<void>;
}

/** Keeps the closes of the symbols it is given fresh until the signal aborts, few calls at a time. */
export function openPreviousCloses(
  needs: Needs,
  tickers: () => Iterable<Ticker>,
  signal: AbortSignal,
): OpenPreviousCloses {
  const closes = new Map<Ticker, KnownClose>();
  const pause = openPause(needs.clock, signal);
  return {
    wanted: pause.cutShort,
    previousClose(ticker, since) {
      const known = closes.get(ticker);
      const now = needs.clock.now();
      if (!known || known.until <= now || now < known.askedAt) return undefined;
      if (since === undefined || since <= known.askedAt) return known.close;
      if (!known.isAwaited) {
        closes.set(ticker, { ...known, staleAt: now, isAwaited: true });
        pause.cutShort();
      }
      return undefined;
    },
    ended: keepFresh({ ...needs, pause }, tickers, closes, signal),
  };
}

/** A pause that ends early where somebody asks for it, also before it began. */
function openPause(clock: Needs["clock"], signal: AbortSignal) {
  let isCut = false;
  let resting = new AbortController();
  const end = () => resting.abort();
  signal.addEventListener("abort", end, { once: true });
  return {
    cutShort() {
      isCut = true;
      end();
    },
    async rest(): Promise<void> {
      if (!isCut && !signal.aborted) await clock.sleep(PAUSE_MS, resting.signal);
      if (resting.signal.aborted) resting = new AbortController();
      isCut = false;
    },
  };
}

async function keepFresh(
  needs: Needs & { readonly pause: ReturnType<typeof openPause> },
  tickers: () => Iterable<Ticker>,
  closes: Map<Ticker, KnownClose>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, pause } = needs;
  const isStale = (ticker: Ticker) => {
    const { askedAt = NEVER, staleAt = NEVER } = closes.get(ticker) ?? {};
    const now = clock.now();
    // By a clock that was ahead it may be the close of another day.
    return staleAt <= now || now < askedAt;
  };
  const askAnew = async (ticker: Ticker) => {
    if (signal.aborted) return;
    const now = clock.now();
    try {
      closes.set(ticker, await load(needs, ticker, now));
    } catch (error) {
      log.warn("previous-close-missing", { ticker, error: String(error) });
      const staleAt = (now + RETRY_MS) as Instant;
      const known = closes.get(ticker);
      const isGood = known !== undefined && known.askedAt <= now;
      const { askedAt = NEVER, close, isAwaited, until = staleAt } = isGood ? known : {};
      closes.set(ticker, { askedAt, close, staleAt, until, ...(isAwaited && { isAwaited }) });
    }
  };
  // The first look comes after whoever opens the board has named the symbols.
  await clock.sleep(0, signal);
  while (!signal.aborted) {
    await atOnce([...tickers()].filter(isStale), ASKED_AT_ONCE_MAX, askAnew);
    await pause.rest();
  }
}

async function load(
  { calendar, marketData }: Needs,
  ticker: Ticker,
  now: Instant,
): Promise<KnownClose> {
  const latest = calendar.sessionAt(now) ?? calendar.previousSession(now);
  // At its own opening instant the latest session is not yet one of the previous ones.
  const previous = calendar.previousSession(latest.opens);
  // The bar that still grows is not asked for: it costs the provider most and says nothing here.
  const days = await marketData.bars({
    ticker,
    interval: "day",
    start: (now - LOOKBACK_MS) as Instant,
    end: previous.closes,
  });
  const last = days.findLast(({ start }) => start < previous.closes);
  const isFinished =
    last !== undefined && calendar.previousSession(previous.opens).closes <= last.start;
  const until = calendar.nextSession(now).opens;
  return {
    close: last?.close,
    askedAt: now,
    until,
    staleAt: Math.min(now + (isFinished ? KEPT_MS : UNFINISHED_MS), until) as Instant,
  };
}
