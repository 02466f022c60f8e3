import type { BarSeries } from "./bar-series.ts";

const DAY_MS = 86_400_000;
/** No exchange of today was ever closed for so long; weeks and months apart are no gap either. */
const GAP_DAYS = 10;
const GAP_SPACINGS = 5;

/** Days that are missing in the midst of a file: a run trades over them as if they were one night. */
export function gapWarning(all: readonly BarSeries[], isDated: boolean): string[] {
  const unit = isDated ? 1 : DAY_MS;
  const gaps = all.flatMap(({ times, symbol }) => {
    let smallest = Number.POSITIVE_INFINITY;
    let largest = 0;
    for (let i = 1; i < times.length; i++) {
      const length = times[i]! - times[i - 1]!;
      if (length < smallest) smallest = length;
      if (largest < length) largest = length;
    }
    const least = Math.max(GAP_DAYS * unit, GAP_SPACINGS * smallest);
    const wide = [];
    for (let i = 1; i < times.length && least < largest; i++) {
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
