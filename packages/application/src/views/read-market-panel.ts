import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { type Instant, MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import type { Price } from "@sevenfold/domain/money";
import { percentChangeOf } from "@sevenfold/domain/percent";
import { stockOf } from "@sevenfold/domain/stocks";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { barsFrom } from "../trading/prices/bars-from.ts";

export interface PanelRow {
  readonly ticker: Ticker;
  readonly name: string;
  readonly price: Price | undefined;
  readonly changePercent: number | undefined;
  /** The last hours, oldest first. */
  readonly spark: readonly Price[];
}

export interface MarketPanel {
  readonly isLive: boolean;
  readonly rows: readonly PanelRow[];
}

/** Trading hours a spark spans, in minutes, and how many points it has. */
const SPARK_MINUTES = 300;
const SPARK_POINTS = 60;
/** Visitors cost the provider at most one round of calls within this time. */
const SPARK_AGE_MAX_MS = MINUTE_MS;

type Needs = Pick<TradingNeeds, "clock" | "log" | "marketData" | "prices"> & {
  readonly calendar: TradingCalendar;
};

/** A few symbols for visitors who are not signed in. Sparks are kept for a minute. */
export function openMarketPanel(needs: Needs, tickers: readonly Ticker[]) {
  const { clock, prices } = needs;
  // Before anybody looks: the closes they are compared with take a moment to come.
  prices.watch(tickers);
  let sparks: ReadonlyMap<Ticker, readonly Price[]> = new Map();
  let loadedAt: Instant | undefined;
  let loading: Promise<void> | undefined;

  const load = async () => {
    const loaded = new Map(sparks);
    for (const ticker of tickers) loaded.set(ticker, (await sparkOf(needs, ticker)) ?? []);
    sparks = loaded;
    loadedAt = clock.now();
    loading = undefined;
  };

  return async (): Promise<MarketPanel> => {
    if (loadedAt === undefined || SPARK_AGE_MAX_MS <= clock.now() - loadedAt) loading ??= load();
    // Only the first visitor waits; later ones get what is there while it is made anew.
    if (loadedAt === undefined) await loading;
    return {
      isLive: prices.feed().isConnected,
      rows: tickers.map((ticker) => rowOf(needs, ticker, sparks.get(ticker) ?? [])),
    };
  };
}

function rowOf({ prices }: Needs, ticker: Ticker, spark: readonly Price[]): PanelRow {
  const price = prices.latest(ticker)?.price;
  const close = prices.previousClose(ticker);
  return {
    ticker,
    name: stockOf(ticker)?.name ?? ticker,
    price,
    changePercent:
      price === undefined || close === undefined ? undefined : percentChangeOf(close, price),
    spark,
  };
}

/** Undefined when no provider answers. */
async function sparkOf(
  { calendar, clock, log, marketData }: Needs,
  ticker: Ticker,
): Promise<readonly Price[] | undefined> {
  const end = clock.now();
  const start = barsFrom(calendar, end, { interval: "minute", count: SPARK_MINUTES });
  try {
    const bars = await marketData.bars({ ticker, interval: "minute", start, end });
    const step = Math.max(1, Math.ceil(bars.length / SPARK_POINTS));
    // Counted from the end, so that the latest close is always there.
    return bars
      .filter((_, index) => (bars.length - 1 - index) % step === 0)
      .map(({ close }) => close);
  } catch (error) {
    log.warn("spark-missing", { ticker, error: String(error) });
    return undefined;
  }
}
