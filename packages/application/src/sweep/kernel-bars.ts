import type { Ticker } from "@sevenfold/domain/market";
import { PRICE_MAX } from "@sevenfold/domain/money";
import type { BarColumns } from "../backtest/bar-columns.ts";

/**
 * The bars of one symbol as the sweep kernel reads them: the closes that may decide, each with the
 * opening at which an order decided on it fills. Prices fit 32 bits, so that a pass over many
 * settings stays in the processor's caches.
 */
export interface KernelBars {
  readonly ticker: Ticker;
  /** Closes inside the session. */
  readonly count: number;
  /** Ten-thousandths of a dollar, as are all prices here. */
  readonly close: Int32Array;
  /** The opening an order decided on the close fills at; the last close has none. */
  readonly fillPrice: Int32Array;
  /** UTC milliseconds. */
  readonly closesAt: Float64Array;
  readonly fillsAt: Float64Array;
  /** Number of the close among all closes of the symbol, those outside the session included. */
  readonly place: Int32Array;
  /** Number of the first close of any session at or after the opening it fills at; -1 for none. */
  readonly fillPlace: Int32Array;
  /** For each close the number of its trading day among those of the symbol. */
  readonly day: Int32Array;
  /** For each trading day: its number since 1970-01-01, the last close in it, and the lowest close. */
  readonly days: number;
  readonly dayNumber: Int32Array;
  readonly dayLast: Int32Array;
  readonly dayLow: Int32Array;
  /** The latest close of any session: what is held at the end is valued at it. */
  readonly finalPrice: number;
  /** All closes of the symbol. */
  readonly places: number;
  /** The shortest time between two deciding closes, and from an opening that fills to the next one. */
  readonly spacingMs: number;
  readonly settlingMs: number;
  /** The highest price anything may be bought or valued at. */
  readonly highest: number;
}

/** Why bars have to be left to the full engine. */
export type KernelBarsGap =
  | "no bars inside the session"
  | "splits and dividends"
  | "prices above $100,000"
  | "orders that wait over a deciding close";

/**
 * Lays bars out for the kernel, or says why it cannot take them: it needs every opening that fills
 * an order to lie between the deciding close and the next one, on the day of that next one.
 */
export function kernelBarsOf(columns: BarColumns): KernelBars | KernelBarsGap {
  const { count, closesInSession, actions = [] } = columns;
  if (0 < actions.length) return "splits and dividends";
  const decides = (bar: number) => closesInSession === undefined || closesInSession[bar] === 1;
  const places = new Int32Array(count).map((_, bar) => bar).filter(decides);
  if (places.length === 0) return "no bars inside the session";
  for (let bar = 0; bar < count; bar++)
    if (PRICE_MAX < columns.close[bar]! || PRICE_MAX < columns.open[bar]!)
      return "prices above $100,000";
  const fills = fillPlacesOf(columns, places);
  return fills === undefined
    ? "orders that wait over a deciding close"
    : laidOut(columns, places, fills);
}

/** For each deciding close the bar it fills at the open of; undefined where one breaks the order. */
function fillPlacesOf(columns: BarColumns, places: Int32Array): Int32Array | undefined {
  const { count, opensAt, closesAt, day, opensInSession } = columns;
  const fills = new Int32Array(places.length).fill(-1);
  for (let index = 0; index < places.length; index++) {
    let bar = places[index]! + 1;
    while (bar < count && opensInSession !== undefined && opensInSession[bar] === 0) bar++;
    const next = places[index + 1];
    if (bar === count && next === undefined) continue;
    if (bar === count || next === undefined) return undefined;
    if (closesAt[next]! <= opensAt[bar]! || day[next] !== day[bar]) return undefined;
    fills[index] = bar;
  }
  return fills;
}

function laidOut(columns: BarColumns, places: Int32Array, fills: Int32Array): KernelBars {
  const count = places.length;
  const bars = {
    ticker: columns.ticker,
    count,
    close: new Int32Array(count),
    fillPrice: new Int32Array(count),
    closesAt: new Float64Array(count),
    fillsAt: new Float64Array(count),
    place: places,
    // An opening at the instant of a close comes after it: the first close it is held at is its own.
    fillPlace: fills,
    finalPrice: columns.close[places[count - 1]!]!,
    places: columns.count,
    spacingMs: Number.POSITIVE_INFINITY,
    settlingMs: Number.POSITIVE_INFINITY,
    highest: 0,
  };
  for (let index = 0; index < count; index++) {
    const place = places[index]!;
    const fill = fills[index]!;
    bars.close[index] = columns.close[place]!;
    bars.closesAt[index] = columns.closesAt[place]!;
    bars.fillPrice[index] = fill < 0 ? 0 : columns.open[fill]!;
    bars.fillsAt[index] = fill < 0 ? 0 : columns.opensAt[fill]!;
    bars.highest = Math.max(bars.highest, bars.close[index]!, bars.fillPrice[index]!);
    if (index === 0) continue;
    const gap = bars.closesAt[index]! - bars.closesAt[index - 1]!;
    const settling = bars.closesAt[index]! - bars.fillsAt[index - 1]!;
    if (gap < bars.spacingMs) bars.spacingMs = gap;
    if (settling < bars.settlingMs) bars.settlingMs = settling;
  }
  return { ...bars, ...daysOf(columns, places, bars.close) };
}

function daysOf(columns: BarColumns, places: Int32Array, close: Int32Array) {
  const day = new Int32Array(places.length);
  const numbers: number[] = [];
  const lasts: number[] = [];
  const lows: number[] = [];
  places.forEach((bar, index) => {
    const number = columns.day[bar]!;
    if (numbers.at(-1) !== number) {
      numbers.push(number);
      lasts.push(index);
      lows.push(close[index]!);
    }
    const current = numbers.length - 1;
    day[index] = current;
    lasts[current] = index;
    lows[current] = Math.min(lows[current]!, close[index]!);
  });
  return {
    day,
    days: numbers.length,
    dayNumber: Int32Array.from(numbers),
    dayLast: Int32Array.from(lasts),
    dayLow: Int32Array.from(lows),
  };
}
