import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import { decimalOf } from "@sevenfold/domain/money";
import type { BarSeries } from "../bars/bar-series.ts";
import { inputFailure } from "../failure.ts";

/** The close is what people know a bar by: it is named where more than it differs. */
const PRICES = ["close", "open", "high", "low"] as const;

/** A price of a row that two series both have and do not agree on. */
export interface Difference {
  readonly moment: number;
  /** "a close of 10.00" */
  readonly kept: string;
  /** "9.50" */
  readonly added: string;
}

/**
 * Two series of one symbol in one, oldest first. A row that both have is taken once; `refuse` hears
 * of the first in which they differ.
 */
export function joinedSeries(
  kept: BarSeries,
  added: BarSeries,
  refuse: (difference: Difference) => never,
): BarSeries {
  const { order, count } = orderOf(kept, added, refuse);
  const joined = (one: Numbers | undefined, other: Numbers | undefined): Float64Array => {
    const column = new Float64Array(count);
    let fromKept = 0;
    let fromAdded = 0;
    for (let at = 0; at < count; at++) {
      const whose = order[at]!;
      column[at] = (whose === ADDED ? other?.[fromAdded] : one?.[fromKept]) ?? 0;
      if (whose !== ADDED) fromKept++;
      if (whose !== KEPT) fromAdded++;
    }
    return column;
  };
  const hasVolume = kept.volume !== undefined && added.volume !== undefined;
  return {
    symbol: kept.symbol,
    times: joined(kept.times, added.times),
    open: joined(kept.open, added.open),
    high: joined(kept.high, added.high),
    low: joined(kept.low, added.low),
    close: joined(kept.close, added.close),
    // Rows without a volume would pass for rows in which nothing was traded.
    volume: hasVolume ? joined(kept.volume, added.volume) : undefined,
  };
}

const KEPT = 0;
const ADDED = 1;
const BOTH = 2;

/** Whose each row of the joined series is. */
function orderOf(
  kept: BarSeries,
  added: BarSeries,
  refuse: (difference: Difference) => never,
): { readonly order: Uint8Array; readonly count: number } {
  const order = new Uint8Array(kept.times.length + added.times.length);
  let one = 0;
  let other = 0;
  let count = 0;
  while (one < kept.times.length || other < added.times.length) {
    const before = kept.times[one] ?? Number.POSITIVE_INFINITY;
    const after = added.times[other] ?? Number.POSITIVE_INFINITY;
    if (before === after) {
      const price = PRICES.find((name) => kept[name][one] !== added[name][other]);
      if (price !== undefined)
        refuse({
          moment: before,
          kept: `${price === "open" ? "an" : "a"} ${price} of ${decimalOf(kept[price][one]!)}`,
          added: decimalOf(added[price][other]!),
        });
      order[count++] = BOTH;
      one++;
      other++;
    } else if (before < after) {
      order[count++] = KEPT;
      one++;
    } else {
      order[count++] = ADDED;
      other++;
    }
  }
  return { order, count };
}

interface SeriesFrom {
  readonly series: BarSeries;
  /** The file. */
  readonly from: string;
}

/** Many series of one symbol in one. Halves are joined first, so that no row is copied often. */
export function joinedAll(all: readonly SeriesFrom[], isDated: boolean): BarSeries {
  const half = all.length >> 1;
  if (half === 0) return all[0]!.series;
  const [one, other] = [all.slice(0, half), all.slice(half)];
  return joinedSeries(
    joinedAll(one, isDated),
    joinedAll(other, isDated),
    ({ moment, kept, added }) => {
      const when = new Date(isDated ? moment * 86_400_000 : moment).toISOString();
      throw inputFailure(
        `the files from ${one[0]!.from} to ${other.at(-1)!.from} hold ${isDated ? when.slice(0, 10) : when} twice and differ: ${kept} and of ${added}; keep one of them`,
      );
    },
  );
}
