import { UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import { type GrowingSeries, grow } from "./growing-series.ts";
import { isUsualStep } from "./jump-watch.ts";
import { BAR_PRICE_MAX } from "./price-cell.ts";

/** Rows of one symbol as columns: prices in dollars, times as a series keeps them. */
export interface RowColumns {
  readonly times: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array | undefined;
}

/** Nearer to a half than this, rounding asks for the decimal that the float stands for. */
const CLEAR = 0.49;

/**
 * Appends the rows [from, to) as far as there is nothing to say of them: later than the row before,
 * of prices that can be traded and lie within their range, no jump, a plain volume. Answers where
 * the first other row is; that one is for `append`, which knows all rows. `row` is the first one's
 * place in its file.
 */
export function appendOrdinary(
  series: GrowingSeries,
  columns: RowColumns,
  from: number,
  to: number,
  row: number,
): number {
  if (series.goesBack || series.rows) return from;
  while (series.times.length < series.count + to - from) grow(series);
  // By names of their own: to look them up anew for each row takes as long as the row.
  const { times, open, high, low, close, volume } = series;
  const { times: moments, open: opens, high: highs, low: lows, close: closes } = columns;
  const shares = columns.volume;
  // What needs more than 32 bits goes the other way once, which makes room for it.
  const priceMax = Math.min(BAR_PRICE_MAX, series.priceMax);
  const volumeMax = Math.min(Number.MAX_SAFE_INTEGER, series.volumeMax);
  const start = series.count - from;
  let time = series.count === 0 ? Number.NEGATIVE_INFINITY : times[series.count - 1]!;
  // Of no close before, no opening is a jump.
  let before = series.count === 0 ? Number.NaN : close[series.count - 1]!;
  let at = from;
  for (; at < to; at++) {
    const moment = moments[at]!;
    if (!(0 <= moment && time < moment)) break;
    const opening = clearUnits(opens[at]!);
    const highest = clearUnits(highs[at]!);
    const lowest = clearUnits(lows[at]!);
    const closing = clearUnits(closes[at]!);
    if (!(0 < lowest && highest <= priceMax)) break;
    if (!(lowest <= opening && opening <= highest)) break;
    if (!(lowest <= closing && closing <= highest)) break;
    if (!isUsualStep(before, opening)) break;
    if (volume !== undefined) {
      const traded = shares![at]!;
      if (!(0 <= traded && traded <= volumeMax)) break;
      volume[start + at] = Math.floor(traded);
    }
    times[start + at] = moment;
    open[start + at] = opening;
    high[start + at] = highest;
    low[start + at] = lowest;
    close[start + at] = closing;
    time = moment;
    before = closing;
  }
  if (at === from) return from;
  series.count = start + at;
  series.lastLine = row + at - from - 1;
  // Numbers are no text that a midnight was written in.
  series.midnightsOf = undefined;
  return at;
}

/** Ten-thousandths of a price that is near one of them; NaN of all others. */
function clearUnits(dollars: number): number {
  const scaled = dollars * UNITS_PER_DOLLAR;
  // As Math.round where it is clear, in half the time.
  const units = Math.floor(scaled + 0.5);
  return Math.abs(scaled - units) < CLEAR ? units : Number.NaN;
}
