import { closureOn } from "@sevenfold/domain/nyse-holidays";
import type { BarFile, BarSeries } from "./bar-series.ts";

/** From 1990 on the calendar of the New York Stock Exchange is known well enough to hold rows to it. */
const FIRST_DAY = Date.UTC(1990, 0, 1) / 86_400_000;
/** Fewer holidays do not say whose calendar a series follows. */
const HOLIDAYS_LEAST = 4;
/** London, Toronto and Frankfurt trade on half of New York's holidays and more. */
const STRAY_SHARE_MAX = 0.25;
/** Weeks and months, and other calendars, lack more of the sessions. */
const MISSING_SHARE_MAX = 0.05;
/** Who fills days in writes the row before again on nearly all of them. */
const REPEATED_SHARE_LEAST = 0.9;

/**
 * Rows of days on which the New York Stock Exchange was closed, of series of days that otherwise
 * follow its calendar, as those of US stocks do; other markets have a calendar of their own.
 */
export function closedDayWarnings({ path, isDated, series }: BarFile): string[] {
  if (!isDated) return [];
  return series.flatMap((one) => {
    const { strays, first } = straysOf(one);
    if (first === undefined) return [];
    const whose = series.length === 1 ? "" : ` of ${one.symbol}`;
    const date = new Date(first * 86_400_000).toISOString().slice(0, 10);
    const rows = strays === 1 ? "a row" : `${strays} rows`;
    return [
      `${path}: ${rows}${whose} on days on which the New York Stock Exchange was closed, ${date} the first; --session xnys leaves such days out`,
    ];
  });
}

/** How many rows are strays and the day of the first; none where the series is not New York's. */
function straysOf(series: BarSeries): { readonly strays: number; readonly first?: number } {
  const { times } = series;
  const from = times.findIndex((day) => FIRST_DAY <= day);
  if (from < 0) return { strays: 0 };
  let [sessions, holidays, present, strays, repeated, sessionsRepeated] = [0, 0, 0, 0, 0, 0];
  let first: number | undefined;
  let at = from;
  for (let day = times[from]!; day <= times.at(-1)!; day++) {
    const closure = closureOn(day);
    if (closure === undefined) sessions++;
    else if (closure !== "Weekend") holidays++;
    if (times[at] !== day) continue;
    if (closure === undefined) {
      present++;
      sessionsRepeated += Number(repeats(series, at));
    } else {
      strays++;
      first ??= day;
      repeated += Number(repeats(series, at));
    }
    at++;
  }
  const isNewYorks =
    HOLIDAYS_LEAST <= holidays && sessions - present <= sessions * MISSING_SHARE_MAX;
  const areFew = strays <= holidays * STRAY_SHARE_MAX;
  const areFilledIn =
    strays * REPEATED_SHARE_LEAST <= repeated && sessionsRepeated < present * STRAY_SHARE_MAX;
  return first !== undefined && isNewYorks && (areFew || areFilledIn)
    ? { strays, first }
    : { strays: 0 };
}

/** Whether a row says nothing new: the prices of the one before again, or its close alone. */
function repeats({ open, high, low, close }: BarSeries, at: number): boolean {
  if (at === 0) return false;
  const last = close[at - 1];
  if (close[at] !== last) return false;
  const isFlat = open[at] === last && high[at] === last && low[at] === last;
  const isCopy = [open, high, low].every((column) => column[at] === column[at - 1]);
  return isFlat || isCopy;
}
