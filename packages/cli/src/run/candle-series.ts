import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { dateOf } from "@sevenfold/domain/calendar-date";
import { dollarsOf } from "@sevenfold/domain/money";

/** The bars of one symbol, coarse enough to be drawn; prices in dollars, oldest first. */
export interface CandleSeries {
  readonly symbol: string;
  /** When each candle begins, UTC milliseconds. */
  readonly times: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
}

const HOUR_MS = 3_600_000;
const CANDLES_MAX = 30_000;
const OF_A_SYMBOL = { min: 200, max: 2_500 };

/** What may become one candle, finest first: bars of one number do. */
const PERIODS: readonly ((columns: BarColumns, bar: number) => number)[] = [
  (_, bar) => bar,
  ({ opensAt }, bar) => Math.floor(opensAt[bar]! / HOUR_MS),
  ({ day }, bar) => day[bar]!,
  ({ day }, bar) => Math.floor((day[bar]! + 3) / 7),
  ({ day }, bar) => monthOf(day[bar]!),
];

const monthOf = (dayNumber: number): number => {
  const { year, month } = dateOf(dayNumber);
  return year * 12 + month;
};

/** As bars, hours, days, weeks or months: the finest that keeps a page of all symbols small. */
export function candlesOf(columns: readonly BarColumns[]): readonly CandleSeries[] {
  const share = Math.floor(CANDLES_MAX / Math.max(1, columns.length));
  const most = Math.min(OF_A_SYMBOL.max, Math.max(OF_A_SYMBOL.min, share));
  return columns.map((each) => {
    const periodOf =
      PERIODS.find((period) => countOf(each, period, most) <= most) ?? PERIODS.at(-1)!;
    return gathered(each, periodOf);
  });
}

/** Candles a period makes, counted until there are more than `most`. */
function countOf(columns: BarColumns, periodOf: (typeof PERIODS)[number], most: number): number {
  let count = 0;
  let last = Number.NaN;
  for (let bar = 0; bar < columns.count && count <= most; bar++) {
    const period = periodOf(columns, bar);
    if (period !== last) count += 1;
    last = period;
  }
  return count;
}

function gathered(columns: BarColumns, periodOf: (typeof PERIODS)[number]): CandleSeries {
  const { ticker, count, opensAt, open, close } = columns;
  const { high: highs, low: lows } = columns;
  const series = emptyCandles(ticker);
  let last = Number.NaN;
  for (let bar = 0; bar < count; bar++) {
    const [first, final] = [dollarsOf(open[bar]!), dollarsOf(close[bar]!)];
    // A bar's own range may leave out its open by a rounding.
    const high = Math.max(first, final, dollarsOf(highs?.[bar] ?? 0));
    const low = Math.min(first, final, dollarsOf(lows?.[bar] ?? Number.POSITIVE_INFINITY));
    const period = periodOf(columns, bar);
    if (period !== last) {
      addCandle(series, { time: opensAt[bar]!, open: first, high, low, close: final });
    } else {
      const at = series.times.length - 1;
      series.high[at] = Math.max(series.high[at]!, high);
      series.low[at] = Math.min(series.low[at]!, low);
      series.close[at] = final;
    }
    last = period;
  }
  return series;
}

/** A series while it grows. */
export interface GrowingCandles extends CandleSeries {
  readonly times: number[];
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
}

export const emptyCandles = (symbol: string): GrowingCandles => ({
  symbol,
  times: [],
  open: [],
  high: [],
  low: [],
  close: [],
});

type Candle = Readonly<Record<"time" | "open" | "high" | "low" | "close", number>>;

export function addCandle(series: GrowingCandles, candle: Candle): void {
  series.times.push(candle.time);
  series.open.push(candle.open);
  series.high.push(candle.high);
  series.low.push(candle.low);
  series.close.push(candle.close);
}
