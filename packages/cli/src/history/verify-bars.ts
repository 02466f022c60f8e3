import { extendedHoursOf, nyseSessionOn } from "@sevenfold/domain/trading-session";
import type { BarFile, BarSeries } from "../bars/bar-series.ts";
import { localDayReader } from "../bars/bar-time.ts";
import { futureRowsOf } from "../bars/future-rows.ts";
import { openJumpWatch, wordsOfJump } from "../bars/jump-watch.ts";
import { momentText } from "./bar-store.ts";

/** What is wrong, or looks wrong, with bars. */
export interface Finding {
  readonly kind: "bad row" | "gap" | "wrong session" | "jump" | "damaged";
  readonly file: string;
  readonly symbol?: string;
  /** From 1; a line of a text. */
  readonly row?: number;
  readonly what: string;
}

export type Calendar = "xnys" | "none";

const DAY_MS = 86_400_000;
/** A day with fewer of its session's bars than this part has a hole. */
const FULL_LEAST = 0.5;

/**
 * Holds a file's rows to the calendar of the New York Stock Exchange, and each price to the one
 * before it. The rows are oldest first and can be true one by one: their reader saw to that.
 */
export function* findingsIn(
  file: BarFile,
  calendar: Calendar,
  intervalMs: number | undefined,
): Generator<Finding> {
  for (const series of file.series) {
    const { symbol } = series;
    const found = { file: file.path, ...(symbol !== undefined && { symbol }) };
    const rowAt = (at: number): number => series.rows?.[at] ?? at + 1;
    const watch = openJumpWatch();
    for (let at = 1; at < series.times.length; at++)
      watch.see(at, series.close[at - 1]!, series.open[at]!, at);
    for (const jump of watch.jumps)
      yield {
        ...found,
        kind: "jump",
        row: rowAt(jump.row),
        what: `${momentText(series.times[jump.row]!, file.isDated)} ${wordsOfJump(jump)}`,
      };
    const future = futureRowsOf(series, file);
    if (future !== undefined)
      yield {
        ...found,
        kind: "bad row",
        row: rowAt(future.from),
        what: `${momentText(series.times[future.from]!, file.isDated)} lies in the future by this machine's clock${future.count === 1 ? "" : `; ${future.count} rows`}`,
      };
    if (calendar === "none") continue;
    const days = file.isDated ? datedDays(series) : timedDays(series, intervalMs);
    for (const finding of calendarFindings(days, rowAt)) yield { ...found, ...finding };
  }
}

/** The rows of one day, and what its session lets expect. */
interface DayOfRows {
  readonly day: number;
  /** Index of its first row. */
  readonly from: number;
  readonly outside: number;
  readonly firstOutside: number;
  /** Rows inside the session, of how many; undefined where a day is one row. */
  readonly inside?: { readonly count: number; readonly of: number };
}

function* datedDays({ times }: BarSeries): Generator<DayOfRows> {
  for (let at = 0; at < times.length; at++) {
    const day = times[at]!;
    const outside = nyseSessionOn(day) === undefined ? 1 : 0;
    yield { day, from: at, outside, firstOutside: at };
  }
}

function* timedDays({ times }: BarSeries, intervalMs = 60_000): Generator<DayOfRows> {
  const dayAt = localDayReader("America/New_York");
  for (let at = 0; at < times.length; ) {
    const day = dayAt(times[at]!);
    const session = nyseSessionOn(day);
    const hours = session && extendedHoursOf(session);
    const from = at;
    let outside = 0;
    let firstOutside = at;
    let count = 0;
    for (; at < times.length && dayAt(times[at]!) === day; at++) {
      const time = times[at]!;
      if (session !== undefined && session.opens <= time && time < session.closes) count++;
      if (hours === undefined || time < hours.opens || hours.closes <= time) {
        if (outside === 0) firstOutside = at;
        outside++;
      }
    }
    const of = session === undefined ? 0 : Math.ceil((session.closes - session.opens) / intervalMs);
    yield { day, from, outside, firstOutside, inside: { count, of } };
  }
}

function* calendarFindings(
  days: Iterable<DayOfRows>,
  rowAt: (at: number) => number,
): Generator<Omit<Finding, "file">> {
  let last: DayOfRows | undefined;
  for (const one of days) {
    if (last !== undefined) {
      const missing = sessionsBetween(last.day, one.day);
      if (0 < missing.length)
        yield {
          kind: "gap",
          row: rowAt(one.from),
          what: `${missing.length === 1 ? "the session" : `${missing.length} sessions`} before it ${missing.length === 1 ? "is" : "are"} missing: ${spanOf(missing)}`,
        };
    }
    if (0 < one.outside)
      yield {
        kind: "wrong session",
        row: rowAt(one.firstOutside),
        what: outsideWords(one),
      };
    const { inside } = one;
    if (inside !== undefined && inside.count < inside.of * FULL_LEAST && one.outside === 0)
      yield {
        kind: "gap",
        row: rowAt(one.from),
        what: `${dateText(one.day)} has ${inside.count} of the ${inside.of} bars of its session`,
      };
    last = one;
  }
}

function outsideWords({ day, outside, inside }: DayOfRows): string {
  const closed = nyseSessionOn(day) === undefined;
  const why = closed
    ? `the exchange was closed on ${dateText(day)}`
    : `the exchange does not trade at that hour of ${dateText(day)}`;
  return inside === undefined || outside === 1 ? why : `${why}; ${outside} rows`;
}

function sessionsBetween(before: number, after: number): readonly number[] {
  const missing: number[] = [];
  for (let day = before + 1; day < after; day++)
    if (nyseSessionOn(day) !== undefined) missing.push(day);
  return missing;
}

const spanOf = (days: readonly number[]): string =>
  days.length === 1 ? dateText(days[0]!) : `${dateText(days[0]!)} to ${dateText(days.at(-1)!)}`;

const dateText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
