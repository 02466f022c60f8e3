import type { TradingCalendar } from "@sevenfold/domain/calendar";
import { drawdownsOf } from "@sevenfold/domain/drawdown";
import type { Bar, EquityPoint, Instant, Ticker } from "@sevenfold/domain/market";
import type { Money } from "@sevenfold/domain/money";
import { dayNumberAt } from "@sevenfold/domain/new-york-time";
import { percentChangeOf } from "@sevenfold/domain/percent";
import { ok, type Result, refused } from "@sevenfold/domain/result";
import type { Strategy } from "@sevenfold/domain/strategy";
import { type StrategyRefusal, withChanges } from "@sevenfold/domain/strategy-changes";
import type { BacktestOutcome, BacktestRunner } from "../research/backtest/backtest-runner.ts";
import type { BarColumns } from "../research/backtest/bar-columns.ts";
import type { TradingNeeds } from "../trading/account/trading-needs.ts";
import { inMarketOf } from "../trading/prices/venue-prices.ts";
import type { Refusal } from "../trading/safeguards/refusal.ts";
import { type HoldingsNeeds, readHoldings } from "./read-holdings.ts";

export interface PreviewedRun {
  readonly returnPercent: number;
  readonly maxDrawdownPercent: number;
  readonly tradesCount: number;
  readonly endEquity: Money;
  readonly points: readonly EquityPoint[];
}

/** What the last year would have been. */
export interface SettingsPreview {
  readonly from: Instant;
  /** The end of the last session: what is still going on would change with every price. */
  readonly to: Instant;
  readonly symbols: number;
  readonly startEquity: Money;
  readonly proposed: PreviewedRun;
  readonly current: PreviewedRun;
}

export type PreviewRefusal =
  | Refusal
  | StrategyRefusal
  | { readonly kind: "no-bars" }
  | { readonly kind: "preview-busy" };
export type PreviewSettings = (
  userId: string,
  proposed: Partial<Strategy>,
) => Promise<Result<SettingsPreview, PreviewRefusal>>;

type Needs = HoldingsNeeds &
  Pick<TradingNeeds, "calendarOf" | "log" | "marketData"> & { readonly backtests: BacktestRunner };

const YEAR_MS = 365 * 86_400_000;
const SYMBOLS_MAX = 120;
const POINTS_MAX = 400;
const RUNNING_MAX = 2;
const FETCHED_AT_ONCE = 4;

/**
 * Runs the strategy as it is stored and as it is proposed over the last year's daily bars of all
 * the account watches or holds. One at a time for a user, two in all: more are told to come again.
 */
export function previewSettings(needs: Needs): PreviewSettings {
  const running = new Set<string>();
  return async (userId, proposed) => {
    if (running.has(userId) || RUNNING_MAX <= running.size)
      return refused({ kind: "preview-busy" });
    running.add(userId);
    try {
      return await preview(needs, userId, proposed);
    } finally {
      running.delete(userId);
    }
  };
}

async function preview(
  needs: Needs,
  userId: string,
  proposed: Partial<Strategy>,
): Promise<Result<SettingsPreview, PreviewRefusal>> {
  const { backtests, calendarOf, clock, storage } = needs;
  const holdings = await readHoldings(needs)(userId);
  if (!holdings.ok) return holdings;
  const { account, positions } = holdings.value;
  const settings = await storage.read.settings.of(account.id);
  if (!settings) return refused({ kind: "account-not-found" });
  const strategy = withChanges(settings.strategy, proposed);
  if (!strategy.ok) return strategy;
  const watched = await storage.read.watchlist.of(userId);
  const tickers = [...new Set([...positions.map(({ ticker }) => ticker), ...watched])];
  const calendar = calendarOf(account);
  const to = calendar.previousSession(clock.now()).closes;
  const columns = await columnsOf(
    inMarketOf(needs, account),
    { calendar, to },
    tickers.slice(0, SYMBOLS_MAX),
  );
  if (columns.length === 0) return refused({ kind: "no-bars" });
  const recorded = await storage.read.equity.at(account.id, to);
  const equity = recorded?.equity ?? holdings.value.equity;
  // Neither then nor now: like the bars, the prices may be there in a minute.
  if (equity === undefined) return refused({ kind: "no-bars" });
  const common = { limits: settings.limits, cash: equity, fill: "next-open" } as const;
  const [first, second] = await backtests.run(columns, [
    { ...common, strategy: strategy.value },
    { ...common, strategy: settings.strategy },
  ]);
  return ok({
    from: Math.min(...columns.map(({ opensAt }) => opensAt[0]!)) as Instant,
    to,
    symbols: columns.length,
    startEquity: equity,
    proposed: summaryOf(first!, equity),
    current: summaryOf(second!, equity),
  });
}

/** The last year's daily bars, a few symbols at a time; one without any is left out. */
async function columnsOf(
  { log, marketData }: Needs,
  { calendar, to }: { readonly calendar: TradingCalendar; readonly to: Instant },
  tickers: readonly Ticker[],
): Promise<readonly BarColumns[]> {
  const found: BarColumns[] = [];
  const waiting = [...tickers];
  const fetchNext = async (): Promise<void> => {
    for (let ticker = waiting.shift(); ticker !== undefined; ticker = waiting.shift())
      try {
        const start = (to - YEAR_MS) as Instant;
        const bars = await marketData.bars({ ticker, interval: "day", start, end: to });
        const columns = dailyColumns(ticker, bars, calendar);
        if (0 < columns.count) found.push(columns);
      } catch (error) {
        log.warn("bars-missing", { ticker, error: String(error) });
      }
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchNext));
  return found.toSorted((one, other) => (one.ticker < other.ticker ? -1 : 1));
}

/** Each day's bar from the opening to the close of its session. */
function dailyColumns(ticker: Ticker, bars: readonly Bar[], calendar: TradingCalendar): BarColumns {
  const days = bars
    .map((bar) => ({
      bar,
      session: calendar.sessionAt(bar.start) ?? calendar.nextSession(bar.start),
    }))
    // A bar of a day without a session would be the next day's twice.
    .filter(({ session }, index, all) => session.opens !== all[index + 1]?.session.opens);
  return {
    ticker,
    count: days.length,
    opensAt: Float64Array.from(days, ({ session }) => session.opens),
    closesAt: Float64Array.from(days, ({ session }) => session.closes),
    open: Float64Array.from(days, ({ bar }) => bar.open),
    high: Float64Array.from(days, ({ bar }) => bar.high),
    low: Float64Array.from(days, ({ bar }) => bar.low),
    close: Float64Array.from(days, ({ bar }) => bar.close),
    interval: "day",
    day: Int32Array.from(days, ({ session }) => dayNumberAt(session.opens)),
  };
}

function summaryOf({ equityCurve, tradesCount }: BacktestOutcome, start: Money): PreviewedRun {
  const endEquity = equityCurve.at(-1)?.equity ?? start;
  const deepest = drawdownsOf({ start, closes: equityCurve }).reduce(
    (low, each) => Math.min(low, each),
    0,
  );
  return {
    returnPercent: percentChangeOf(start, endEquity) ?? 0,
    maxDrawdownPercent: Math.round(deepest * -1_000_000) / 10_000,
    tradesCount,
    endEquity,
    points: thinned(equityCurve),
  };
}

function thinned(points: readonly EquityPoint[]): readonly EquityPoint[] {
  const step = Math.ceil(points.length / POINTS_MAX);
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}
