import { systemClock } from "../system/system-clock.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";

const DAY_MS = 86_400_000;

/** Rows that are later than any time of today, wherever on earth, by this machine's clock. */
export interface FutureRows {
  readonly count: number;
  /** The place of the first. */
  readonly from: number;
}

/** Undefined where there are none, and of simulated ones. The rows are oldest first. */
export function futureRowsOf(
  { times }: BarSeries,
  { isDated, isSimulated }: BarFile,
): FutureRows | undefined {
  if (isSimulated) return undefined;
  const latestMs = systemClock.now() + DAY_MS;
  const latest = isDated ? Math.floor(latestMs / DAY_MS) : latestMs;
  let from = times.length;
  while (0 < from && latest < times[from - 1]!) from--;
  return from === times.length ? undefined : { count: times.length - from, from };
}

/** A file with a warning of its rows that no market can have made yet: a wrong date, or made up. */
export function withFutureWarned(file: BarFile): BarFile {
  const { path, series } = file;
  const found = series.flatMap((one) => {
    const future = futureRowsOf(one, file);
    return future === undefined ? [] : [warningOf(one, future, file)];
  });
  if (found.length === 0) return file;
  return { ...file, warnings: [...file.warnings, ...found.map((what) => `${path}: ${what}`)] };
}

function warningOf({ times, symbol }: BarSeries, { count, from }: FutureRows, file: BarFile) {
  const whose = file.series.length === 1 || symbol === undefined ? "" : ` of ${symbol}`;
  const first = new Date(times[from]! * (file.isDated ? DAY_MS : 1)).toISOString().slice(0, 10);
  const [rows, lie] = count === 1 ? ["a row", "lies"] : [`${count} rows`, "lie"];
  return `${rows}${whose} ${lie} in the future, ${first} the first: its date is wrong, or the clock of this machine`;
}
