import type { BarSeries } from "./bar-series.ts";

const DAY_MS = 86_400_000;
/** No exchange of today was ever closed for so long; weeks and months apart are no gap either. */
const GAP_DAYS = 10;
const GAP_SPACINGS = 5;

/** Days that are missing in the midst of a file: a run trades over them as if they were one night. */
export function gapWarning(all: readonly BarSeries[], isDated: boolean): string[] {
  const unit = isDated ? 1 : DAY_MS;
  const gaps = all.flatMap(({ times, symbol }) => {
    // Nearly no file has one: the usual spacing is looked for only where it matters.
    const first = firstWide(times, GAP_DAYS * unit);
    if (times.length <= first) return [];
    const least = Math.max(GAP_DAYS * unit, GAP_SPACINGS * smallestOf(times));
    const wide = [];
    for (let i = first; i < times.length; i++) {
      const length = times[i]! - times[i - 1]!;
      if (least < length)
        wide.push({ symbol, days: Math.round(length / unit), at: times[i]! / unit });
    }
    return wide;
  });
  if (gaps.length === 0) return [];
  const longest = gaps.reduce((most, gap) => (most.days < gap.days ? gap : most));
  const until = new Date(longest.at * DAY_MS).toISOString().slice(0, 10);
  const whose = longest.symbol === undefined ? "" : ` of ${longest.symbol}`;
  return [
    `${gaps.length === 1 ? "a gap" : `${gaps.length} gaps`} of more than ${GAP_DAYS} days without a row, the longest ${longest.days} days until ${until}${whose}`,
  ];
}

/** The first row that comes more than so long after the one before; as many as there are where none does. */
function firstWide(times: Float64Array, most: number): number {
  let at = 1;
  while (at < times.length && times[at]! - times[at - 1]! <= most) at++;
  return at;
}

function smallestOf(times: Float64Array): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < times.length; i++) smallest = Math.min(smallest, times[i]! - times[i - 1]!);
  return smallest;
}
