import {
  type BarColumns,
  nextOpening,
  touchesSession,
} from "@sevenfold/application/research/backtest/bar-columns";
import type { CorporateAction } from "@sevenfold/application/research/backtest/corporate-action";

/**
 * What the cash would be worth at each instant, bought in equal parts at each symbol's first open
 * and kept, with splits followed and dividends laid aside: a symbol that has not begun is still its
 * part of the cash. Dollars, oldest first.
 */
export function holdCurveOf(
  columns: readonly BarColumns[],
  times: readonly number[],
  cash: number,
): readonly number[] {
  const holdings = columns.map(holdingOf);
  return times.map((at) => {
    const growth = holdings.reduce((sum, growthAt) => sum + growthAt(at), 0);
    return Math.round(((cash * growth) / columns.length) * 10_000) / 10_000;
  });
}

/** What the same holding made from first to last, as a fraction of the cash. */
export function holdReturnOf(columns: readonly BarColumns[]): number {
  const growths = columns.map((one) => holdingOf(one)(Number.POSITIVE_INFINITY));
  return growths.reduce((sum, growth) => sum + growth, 0) / columns.length - 1;
}

/**
 * What a dollar of the symbol has become, asked in the order of time. Like a run it buys and values in
 * the session only: the last close inside is the day's closing price.
 */
function holdingOf(columns: BarColumns) {
  const { count, closesAt, open, close, day, actions = [] } = columns;
  const bought = nextOpening(columns, 0);
  if (bought === undefined) return () => 1;
  const awaited = actions.filter(({ day: on }) => day[bought]! < on);
  let bar = bought;
  let last: number | undefined;
  let shares = 1;
  let paid = 0;
  return (at: number): number => {
    for (; bar < count && closesAt[bar]! <= at; bar++) {
      if (!touchesSession(columns, bar)) continue;
      while (awaited.length !== 0 && awaited[0]!.day <= day[bar]!) take(awaited.shift()!);
      last = close[bar]!;
    }
    return last === undefined ? 1 : (shares * last + paid) / open[bought]!;
  };

  function take(action: CorporateAction): void {
    if (action.kind === "split") shares *= action.numerator / action.denominator;
    else paid += (shares * action.perShare) / MILLIONTHS_PER_UNIT;
  }
}

/** Dividends are in millionths of a dollar, prices in ten-thousandths. */
const MILLIONTHS_PER_UNIT = 100;
