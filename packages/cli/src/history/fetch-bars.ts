import type { Clock } from "@sevenfold/application/ports/clock";
import { type MarketData, MarketDataUnavailable } from "@sevenfold/application/ports/market-data";
import type { Bar, BarInterval, Instant, Ticker } from "@sevenfold/domain/market";
import { instantAt } from "@sevenfold/domain/new-york-time";
import { nyseSessionOn } from "@sevenfold/domain/trading-session";
import type { BarSeries } from "../bars/bar-series.ts";
import { localDayReader } from "../bars/bar-time.ts";
import { inputFailure } from "../failure.ts";
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
  /** The first page takes the place of what is kept. */
  readonly replaces?: boolean;
  /** Says that a provider lets us wait. */
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
 * Fetches the bars of the days that are not kept yet, page by page; every page is kept as it comes.
 * The last day kept is asked for again: where it is another by now, the provider has adjusted its
 * past since, and `keepBars` refuses to join the two. Throws a `Failure` that says why bars do not come.
 */
export async function* fetchBars(
  ticker: Ticker,
  kept: KeptSpan | undefined,
  settings: FetchSettings,
): AsyncGenerator<KeptBars> {
  const { interval, folder, clock, market } = settings;
  const { provider } = market;
  if (!provider.bars.includes(interval))
    throw inputFailure(
      `${provider.name} gives no bars of ${interval}s; --from takes another provider`,
    );
  let replaces = settings.replaces ?? false;
  for (const span of spansOf(replaces ? undefined : kept, settings)) {
    for (let day = span.start; day <= span.end; day += DAYS_PER_PAGE[interval]) {
      const last = Math.min(day + DAYS_PER_PAGE[interval] - 1, span.end);
      const found = await pageOf(ticker, day, last, settings);
      const bars = finalBarsOf(found, interval, clock.now());
      if (bars.length === 0) continue;
      const source = { from: provider.name, addedAt: new Date(clock.now()).toISOString() };
      yield await keepBars(
        folder,
        {
          symbol: ticker,
          interval: interval === "day" ? DAY : "1m",
          basis: BASES[provider.adjusted],
          series: seriesOf(ticker, bars, interval),
          source,
        },
        { replaces },
      );
      replaces = false;
    }
  }
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
  first: number,
  last: number,
  { market, clock, interval, say }: FetchSettings,
): Promise<readonly Bar[]> {
  const start = instantAt(first, 0);
  const end = instantAt(last + 1, 0);
  for (let attempt = 1; ; attempt++) {
    try {
      return await market.bars({ ticker, interval, start, end });
    } catch (error) {
      if (!(error instanceof MarketDataUnavailable)) throw error;
      const waitMs = waitFor(error, attempt);
      if (waitMs === undefined)
        throw inputFailure(
          `${market.provider.name} gives no bars of ${ticker}: ${error.message.replace(/\.$/, "")}; what came before is kept, and the same command goes on from there`,
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

/** Without what still grows: today's day, this minute. */
function finalBarsOf(bars: readonly Bar[], interval: BarInterval, now: Instant): readonly Bar[] {
  const dayAt = localDayReader("America/New_York");
  return bars.filter(({ start }) => {
    if (interval === "minute") return start + MINUTE_MS + FINAL_AFTER_MS <= now;
    const session = nyseSessionOn(dayAt(start));
    return (session?.closes ?? start) + FINAL_AFTER_MS <= now;
  });
}

function seriesOf(symbol: string, bars: readonly Bar[], interval: BarInterval): BarSeries {
  const dayAt = localDayReader("America/New_York");
  const column = (value: (bar: Bar) => number) => Float64Array.from(bars, value);
  return {
    symbol,
    times: column(({ start }) => (interval === "day" ? dayAt(start) : start)),
    open: column(({ open }) => open),
    high: column(({ open, high, close }) => Math.max(open, high, close)),
    low: column(({ open, low, close }) => Math.min(open, low, close)),
    close: column(({ close }) => close),
    volume: column(({ volume }) => Math.floor(volume)),
  };
}
