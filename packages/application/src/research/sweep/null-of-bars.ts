import type { BarColumns } from "../backtest/bar-columns.ts";
import type { Slippage } from "../backtest/costs.ts";
import { holdingReturnsOf } from "../backtest/holding-returns.ts";
import { type Market, marketReturnsOn } from "../backtest/market.ts";
import { type NullBasis, nullBasisOf } from "../metrics/null-returns.ts";

/** Exposures to more symbols than this are told by two mixtures of all of them. */
const SYMBOLS_EACH = 16;
/** Days that an exposure of its own takes to be told. */
const DAYS_EACH = 20;

/**
 * What an investor has anyway: holding the same symbols, each by itself where they are few, else all
 * in equal parts and all in equal shares; and a market beside them, where one was named.
 */
export function nullOfBars(
  columns: readonly BarColumns[],
  days: Int32Array,
  slippage?: Slippage,
  market?: Market,
): NullBasis {
  const held = columns.map((each) => holdingReturnsOf(each, days, slippage));
  const isEach = held.length <= SYMBOLS_EACH && held.length * DAYS_EACH <= days.length;
  const series = isEach
    ? held
    : [
        mixtureOf(
          held,
          columns.map(() => 1),
        ),
        mixtureOf(
          held,
          columns.map(({ open }) => open[0] ?? 0),
        ),
      ];
  const beside = market === undefined ? [] : [marketReturnsOn(market, days)];
  return nullBasisOf([...series, ...beside], days.length);
}

/** The returns of holdings that begin with these weights and are left as they become. */
function mixtureOf(held: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const worth = [...weights];
  let before = sumOf(worth);
  return Float64Array.from(held[0] ?? [], (_, day) => {
    held.forEach((returns, at) => {
      worth[at]! *= 1 + returns[day]!;
    });
    const after = sumOf(worth);
    const growth = before === 0 ? 0 : after / before - 1;
    before = after;
    return growth;
  });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
