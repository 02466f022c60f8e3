import type { Clock } from "@sevenfold/application/ports/clock";
import { type MarketData, MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import type { Bar, BarInterval, Instant, Ticker } from "@sevenfold/domain/market";
import { instantAt } from "@sevenfold/domain/new-york-time";
import { extendedHoursOf, nyseSessionOn } from "@sevenfold/domain/trading-session";
import type { BarSeries } from "../bars/bar-series.ts";
import { localDayReader } from "../bars/bar-time.ts";
import { inputFailure } from "../failure.ts";
import { counted } from "../report/amounts.ts";
import type { Basis } from "./bar-manifest.ts";
import { type KeptBars, keepBars } from "./bar-store.ts";

export interface FetchSettings {
  readonly folder: string;
  readonly market: MarketData;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly interval: BarInterval;
  /** Days since 1970-01-01, both included. */
  readonly start: number;
  readonly end: number;
  /** What comes takes the place of what is kept, once all of it has come. */
  readonly replaces?: boolean;
  /** Says that a provider lets us wait, or what it gave that looks wrong. */
  readonly say: (sentence: string) => void;
}

/** Days of a page: it is kept before the next one is asked for. */
const DAYS_PER_PAGE = { minute: 28, day: 5 * 366 } as const;
const TRIES = 6;
const WAIT_MS_MAX = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Late prints still change a bar for so long after its end. */
const FINAL_AFTER_MS = 15 * MINUTE_MS;
const DAY = "1d";
const dayOf = localDayReader("America/New_York");
const BASES = { none: "raw", split: "split", total: "total" } as const satisfies Record<
  string,
  Basis
>;

/** What is kept of a symbol, to go on from. */
export interface KeptSpan {
  /** Days since 1970-01-01 of the first row and of the last one. */
  readonly first: number;
  readonly last: number;
}

/**
 * Fetches the bars of the days that are not kept yet, page by page; every page is kept as it comes,
 * but for those that replace what is kept: these are kept together once all have come.
 * The last day kept is asked for again: where it is another by now, the provider has adjusted its
 * past since, and `keepBars` refuses to join the two. Throws a `Failure` that says why bars do not come.
 */
export async function* fetchBars(
  ticker: Ticker,
  kept: KeptSpan | undefined,
  settings: FetchSettings,
): AsyncGenerator<KeptBars> {
  const { interval, market, replaces = false } = settings;
  const { provider } = market;
  if (!provider.bars.includes(interval))
    throw inputFailure(
      `${provider.name} gives no bars of ${interval}s; --from takes another provider`,
    );
  let outcome = kept === undefined ? NOTHING_KEPT : GOES_ON;
  const pages = pagesOf(ticker, replaces ? undefined : kept, settings, () =>
    replaces ? NOTHING_REPLACED : outcome,
  );
  if (replaces) {
    const all: Bar[] = [];
    for await (const bars of pages) for (const bar of bars) all.push(bar);
    if (0 < all.length) yield await keepFetched(ticker, all, settings);
    return;
  }
  for await (const bars of pages) {
    yield await keepFetched(ticker, bars, settings);
    outcome = GOES_ON;
  }
}

/** What became of a fetch that failed. */
const GOES_ON = "what came before is kept, and the same command goes on from there";
const NOTHING_KEPT = "nothing is kept";
const NOTHING_REPLACED = "what is kept is as it was";

/** The bars of each page that do not grow any more, of those that have any. */
async function* pagesOf(
  ticker: Ticker,
  kept: KeptSpan | undefined,
  settings: FetchSettings,
  outcome: () => string,
): AsyncGenerator<readonly Bar[]> {
  const { interval, clock, market, say } = settings;
  const strays: Bar[] = [];
  for (const span of spansOf(kept, settings)) {
    for (let day = span.start; day <= span.end; day += DAYS_PER_PAGE[interval]) {
      const last = Math.min(day + DAYS_PER_PAGE[interval] - 1, span.end);
      const found = await pageOf(ticker, { start: day, end: last }, settings, outcome);
      const bars = finalBarsOf(found, interval, clock.now());
      strays.push(...bars.filter((bar) => isStray(bar, interval)));
      if (0 < bars.length) yield bars;
    }
  }
  const [first] = strays;
  if (first !== undefined)
    say(
      `warning: ${market.provider.name} gives ${counted(strays.length, "row")} of ${ticker} outside the exchange's sessions, ${new Date(first.start).toISOString()} the first; data verify lists them`,
    );
}

function keepFetched(
  ticker: Ticker,
  bars: readonly Bar[],
  { interval, folder, clock, market: { provider }, replaces = false }: FetchSettings,
): Promise<KeptBars> {
  return keepBars(
    folder,
    {
      symbol: ticker,
      interval: interval === "day" ? DAY : "1m",
      basis: BASES[provider.adjusted],
      series: seriesOf(ticker, bars, interval),
      source: { from: provider.name, addedAt: new Date(clock.now()).toISOString() },
    },
    { replaces },
  );
}

interface DaySpan {
  readonly start: number;
  readonly end: number;
}

/** The days to ask for: those before what is kept, and from its last day on. */
function spansOf(kept: KeptSpan | undefined, { start, end }: FetchSettings): readonly DaySpan[] {
  if (kept === undefined) return [{ start, end }];
  // Days far from those kept bring all between with them, so that no gap is left.
  return [
    ...(start < kept.first ? [{ start, end: kept.first }] : []),
    ...(kept.last <= end ? [{ start: kept.last, end }] : []),
  ];
}

async function pageOf(
  ticker: Ticker,
  days: DaySpan,
  { market, clock, interval, say }: FetchSettings,
  outcome: () => string,
): Promise<readonly Bar[]> {
  const start = instantAt(days.start, 0);
  const end = instantAt(days.end + 1, 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await market.bars({ ticker, interval, start, end });
    } catch (error) {
      if (!(error instanceof MarketDataUnavailable)) throw error;
      const waitMs = waitFor(error, attempt);
      if (waitMs === undefined)
        throw inputFailure(
          `${market.provider.name} gives no bars of ${ticker}: ${error.message.replace(/\.$/, "")}${quietWords(error)}; ${outcome()}`,
        );
      say(`${market.provider.name}: ${error.message} Waiting ${Math.ceil(waitMs / 1_000)} s`);
      await clock.sleep(waitMs);
    }
  }
}

/** How long to wait before asking again; undefined where that is of no use. */
function waitFor({ trouble }: MarketDataUnavailable, attempt: number): number | undefined {
  if (TRIES <= attempt) return undefined;
  if (trouble.reason === "network") return 1_000 * 2 ** attempt;
  if (trouble.reason !== "rate-limit" || WAIT_MS_MAX < trouble.retryAfterMs) return undefined;
  return Math.max(1_000, trouble.retryAfterMs);
}

/** When a provider may be asked again that was asked too often. */
const quietWords = ({ trouble }: MarketDataUnavailable): string =>
  trouble.reason === "rate-limit"
    ? `; it may be asked again in ${counted(Math.max(1, Math.ceil(trouble.retryAfterMs / MINUTE_MS)), "minute")}`
    : "";

/** A bar of a day, or of an hour, at which the New York Stock Exchange does not trade. */
function isStray({ start }: Bar, interval: BarInterval): boolean {
  const session = nyseSessionOn(dayOf(start));
  if (session === undefined) return true;
  const hours = extendedHoursOf(session);
  return interval === "minute" && (start < hours.opens || hours.closes <= start);
}

/** Without what still grows: today's day, this minute. */
function finalBarsOf(bars: readonly Bar[], interval: BarInterval, now: Instant): readonly Bar[] {
  return bars.filter(({ start }) => {
    if (interval === "minute") return start + MINUTE_MS + FINAL_AFTER_MS <= now;
    const session = nyseSessionOn(dayOf(start));
    return (session?.closes ?? start) + FINAL_AFTER_MS <= now;
  });
}

function seriesOf(symbol: string, bars: readonly Bar[], interval: BarInterval): BarSeries {
  const column = (value: (bar: Bar) => number) => Float64Array.from(bars, value);
  return {
    symbol,
    times: column(({ start }) => (interval === "day" ? dayOf(start) : start)),
    open: column(({ open }) => open),
    high: column(({ open, high, close }) => Math.max(open, high, close)),
    low: column(({ open, low, close }) => Math.min(open, low, close)),
    close: column(({ close }) => close),
    volume: column(({ volume }) => Math.floor(volume)),
  };
}
