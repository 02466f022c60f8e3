import type { Ticker } from "@sevenfold/domain/market";
import { UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { type ClosingInstants, closingInstantsOf } from "../backtest/closing-instants.ts";

/**
 * The bars of the symbols that trade from one account as the sweep kernel reads them: on one grid,
 * that of their closing instants inside the session, which may decide. Prices are ten-thousandths
 * of a dollar in 32 bits, so that a pass over many settings stays in the processor's caches.
 */
export interface KernelMarket {
  /** In the order of their tickers, which is that of decisions that are equal otherwise. */
  readonly symbols: readonly KernelSymbol[];
  /** Closing instants. */
  readonly count: number;
  /** UTC milliseconds. */
  readonly closesAt: Float64Array;
  /** The opening at which orders fill that are in the books when the instant comes. */
  readonly opensAt: Float64Array;
  /** The number of the instant among those of any session, and how many these are. */
  readonly place: Int32Array;
  readonly places: number;
  /** For each instant the number of its trading day; for each of these its last instant. */
  readonly day: Int32Array;
  readonly days: number;
  readonly dayLast: Int32Array;
  /** Days since 1970-01-01. */
  readonly dayNumber: Int32Array;
}

export interface KernelSymbol {
  readonly ticker: Ticker;
  /** The instant of its first close. */
  readonly first: number;
  /** Where it has no bar, its close before; 0 before the first one. */
  readonly close: Int32Array;
  /** What an order decided at the close before fills at; 0 where it has no bar. */
  readonly open: Int32Array;
}

/** Why bars have to be left to the full engine. */
export type KernelBarsGap =
  | "no bars inside the session"
  | "splits and dividends"
  | "prices above $90,000"
  | "bars that differ in their sessions"
  | "orders that wait over a deciding close"
  | "bars of different lengths";

/**
 * Lays bars out for the kernel, or says why it cannot take them: it needs every opening that fills
 * an order to lie between two closing instants in a row, of which the later is the bar's own.
 */
export function kernelMarketOf(columns: readonly BarColumns[]): KernelMarket | KernelBarsGap {
  if (columns.some(({ actions = [] }) => 0 < actions.length)) return "splits and dividends";
  if (columns.some(isTooDear)) return "prices above $90,000";
  const instants = closingInstantsOf(columns);
  const grid = gridOf(instants);
  const symbols: KernelSymbol[] = [];
  for (const each of columns) {
    const symbol = symbolOn(grid, instants, each);
    if (typeof symbol === "string") return symbol;
    symbols.push(symbol);
  }
  const byTicker = (one: KernelSymbol, other: KernelSymbol) => (one.ticker < other.ticker ? -1 : 1);
  return { ...grid, symbols: symbols.sort(byTicker) };
}

/** With the slippage that the kernel takes, a fill stays below the $100,000 it counts to. */
const DEAR = 90_000 * UNITS_PER_DOLLAR;

const isTooDear = ({ count, open, close }: BarColumns): boolean => {
  for (let bar = 0; bar < count; bar++) if (DEAR < close[bar]! || DEAR < open[bar]!) return true;
  return false;
};

type Grid = Omit<KernelMarket, "symbols">;

function gridOf({ at, day, inSession }: ClosingInstants): Grid {
  const every = Int32Array.from(at.keys());
  const place = inSession === undefined ? every : every.filter((n) => inSession[n] === 1);
  const dayOfInstant = new Int32Array(place.length);
  const numbers: number[] = [];
  const lasts: number[] = [];
  for (let n = 0; n < place.length; n++) {
    const number = day[place[n]!]!;
    if (numbers.at(-1) !== number) {
      numbers.push(number);
      lasts.push(n);
    }
    dayOfInstant[n] = numbers.length - 1;
    lasts[numbers.length - 1] = n;
  }
  return {
    count: place.length,
    closesAt: Float64Array.from(place, (n) => at[n]!),
    opensAt: new Float64Array(place.length),
    place,
    places: at.length,
    day: dayOfInstant,
    days: numbers.length,
    dayLast: Int32Array.from(lasts),
    dayNumber: Int32Array.from(numbers),
  };
}

/** Puts a symbol's bars on the grid, and notes the openings they fill at. */
function symbolOn(
  grid: Grid,
  instants: ClosingInstants,
  columns: BarColumns,
): KernelSymbol | KernelBarsGap {
  const { count, closesAt, closesInSession, opensInSession } = columns;
  const close = new Int32Array(grid.count);
  const open = new Int32Array(grid.count);
  let first = -1;
  let n = 0;
  // The bar an order decided at the latest close fills at the open of.
  let filling = -1;
  for (let bar = 0; bar < count; bar++) {
    const canFill = opensInSession === undefined || opensInSession[bar] === 1;
    if (canFill && filling === -1 && first !== -1) filling = bar;
    while (n < grid.count && grid.closesAt[n]! < closesAt[bar]!) n++;
    const isOnGrid = grid.closesAt[n] === closesAt[bar];
    if (isOnGrid !== (closesInSession?.[bar] !== 0)) return "bars that differ in their sessions";
    if (!isOnGrid) continue;
    if (grid.dayNumber[grid.day[n]!] !== columns.day[bar])
      return "bars that differ in their sessions";
    if (first === -1) {
      first = n;
      open[n] = columns.open[bar]!;
    } else {
      if (filling === -1) return "orders that wait over a deciding close";
      const gap = noteOpening(grid, instants, columns, { filling, deciding: bar, n });
      if (gap !== undefined) return gap;
      open[n] = columns.open[filling]!;
    }
    close[n] = columns.close[bar]!;
    filling = -1;
    n++;
  }
  if (first === -1) return "no bars inside the session";
  // An opening that no close inside the session follows would fill an order all the same.
  if (filling !== -1) return "orders that wait over a deciding close";
  for (let after = first + 1; after < grid.count; after++)
    if (open[after] === 0) close[after] = close[after - 1]!;
  return { ticker: columns.ticker, first, close, open };
}

/** Notes when orders fill that are in the books at the instant, or says what keeps them from it. */
function noteOpening(
  { opensAt, place }: Grid,
  { at }: ClosingInstants,
  columns: BarColumns,
  { filling, deciding, n }: { filling: number; deciding: number; n: number },
): KernelBarsGap | undefined {
  const opens = columns.opensAt[filling]!;
  if (columns.closesAt[deciding]! <= opens || columns.day[filling] !== columns.day[deciding])
    return "orders that wait over a deciding close";
  // Another close between the opening and the bar's own would see what was paid, and not a close.
  if (opens < at[place[n]! - 1]!) return "bars of different lengths";
  if (opensAt[n] !== 0 && opensAt[n] !== opens) return "bars of different lengths";
  opensAt[n] = opens;
  return undefined;
}
