import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import type { Ticker } from "@sevenfold/domain/market";
import { closureOn, isEarlyCloseOn } from "@sevenfold/domain/nyse-holidays";
import { nyseSessionOn, type TradingSession } from "@sevenfold/domain/trading-session";
import { inputFailure } from "../failure.ts";
import type { BarFile, BarSeries } from "./bar-series.ts";
import { EXCHANGE_ZONE, localDayReader } from "./bar-time.ts";
import { columnRoom } from "./column-room.ts";
import { offsetOfLocal, zoneOffsets } from "./zone-offset.ts";

export type SessionRule = "data" | "xnys";

/** How the times of a file are to be read. */
export interface BarClock {
  /** IANA name. */
  readonly zone: string;
  readonly session: SessionRule;
  /** How long the bars last that are wanted, such as "1d" or "5m"; undefined where there is one kind. */
  readonly interval?: string | undefined;
}

const SHORT_MAX = 65_535;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OPENS_MS = 9 * HOUR_MS + 30 * MINUTE_MS;
const CLOSES_MS = 16 * HOUR_MS;
const EARLY_CLOSES_MS = 13 * HOUR_MS;
/** Days of 23 hours lie between the midnights around a clock change. */
const DAILY_SPACING_MIN_MS = 20 * HOUR_MS;

/** Gives each row of a series its opening and closing instant, its trading day and its session. */
export function columnsOfSeries(
  series: BarSeries,
  { isDated, intervalMs }: { readonly isDated: boolean; readonly intervalMs: number },
  ticker: Ticker,
  clock: BarClock,
): BarColumns {
  const columns = isDated
    ? { ...dailyColumns(series, ticker, clock.zone), interval: "day" as const }
    : {
        ...timedColumns(series, ticker, clock.zone, intervalMs),
        ...(intervalMs === MINUTE_MS && { interval: "minute" as const }),
      };
  if (clock.session === "data") return columns;
  return isDated ? withNyseDays(columns) : withNyseHours(columns);
}

function emptyColumns(series: BarSeries, ticker: Ticker) {
  const count = series.times.length;
  return {
    ticker,
    count,
    opensAt: new Float64Array(count),
    closesAt: new Float64Array(count),
    open: series.open,
    high: series.high,
    low: series.low,
    close: series.close,
    ...(series.volume && { volume: series.volume }),
    day: new Int32Array(count),
  };
}

function dailyColumns(series: BarSeries, ticker: Ticker, zone: string): BarColumns {
  const columns = emptyColumns(series, ticker);
  const offsetAt = zoneOffsets(zone);
  series.times.forEach((dayNumber, i) => {
    const midnight = dayNumber * DAY_MS;
    // Clocks change at night: one offset serves the whole session.
    const offset = offsetOfLocal(offsetAt, midnight + OPENS_MS);
    const closes = closesEarly(dayNumber) ? EARLY_CLOSES_MS : CLOSES_MS;
    columns.opensAt[i] = midnight + OPENS_MS - offset;
    columns.closesAt[i] = midnight + closes - offset;
    columns.day[i] = dayNumber;
    if (0 < i && columns.opensAt[i]! < columns.closesAt[i - 1]!)
      throw inputFailure(
        `${ticker}: there was no ${tradingDayFrom(dayNumber)} in ${zone}, whose clocks went past it; --tz names the zone of the days`,
      );
  });
  return columns;
}

function timedColumns(
  series: BarSeries,
  ticker: Ticker,
  zone: string,
  intervalMs: number,
): BarColumns {
  const { times: opensAt, open, high, low, close, volume } = series;
  const count = opensAt.length;
  const { room = columnRoom(count, 0) } = series;
  const closesAt = room.floats();
  const dayAt = localDayReader(zone);
  // Rows ascend: where the first day and the last one are short, all are.
  const areShort = [opensAt[0], opensAt[count - 1]].every((opens = 0) => {
    const dayNumber = dayAt(opens + intervalMs);
    return 0 <= dayNumber && dayNumber <= SHORT_MAX;
  });
  const day = areShort ? room.shorts() : room.integers();
  for (let i = 0; i < count; ) {
    const first = i;
    const closes = opensAt[i]! + intervalMs;
    closesAt[i] = closes;
    i = closeUntil(dayAt.sameUntil(closes), { opensAt, closesAt }, intervalMs, i + 1);
    day.fill(dayAt(closes), first, i);
  }
  return {
    ticker,
    count,
    opensAt,
    closesAt,
    open,
    high,
    low,
    close,
    ...(volume && { volume }),
    day,
  };
}

/** Closes the rows from `from` on as far as they close before `until`; answers where the first other row is. */
function closeUntil(
  until: number,
  { opensAt, closesAt }: Pick<BarColumns, "opensAt" | "closesAt">,
  intervalMs: number,
  from: number,
): number {
  let at = from;
  for (; at < opensAt.length; at++) {
    const closes = opensAt[at]! + intervalMs;
    if (until <= closes) break;
    closesAt[at] = closes;
  }
  return at;
}

/** The smallest spacing of a file's rows; undefined when no symbol has two. */
export function spacingOf(series: readonly BarSeries[]): number | undefined {
  let smallest = Number.POSITIVE_INFINITY;
  for (const { times } of series)
    for (let i = 1; i < times.length; i++) {
      const spacing = times[i]! - times[i - 1]!;
      if (spacing < smallest) smallest = spacing;
    }
  return Number.isFinite(smallest) ? smallest : undefined;
}

/**
 * A file whose every time is a midnight, of the offset written beside it, here, in UTC or at the
 * exchange, and that has a row a day at most, keeps days: so pandas and the brokers write them. Taken for moments, such
 * a day would end a day late. Its dates, in days since 1970-01-01.
 */
export function datedByMidnights(file: BarFile, zone: string): BarFile {
  if (file.isDated || file.intervalMs !== undefined || hasWithinDay(file.series)) return file;
  if (file.series.every(({ midnightsOf }) => midnightsOf !== undefined && isRising(midnightsOf)))
    return datedBy(file, ({ midnightsOf }) => Float64Array.from(midnightsOf!));
  const dayAt = localDayReader(zone);
  const isUtcMidnight = (ms: number) => ms % DAY_MS === 0;
  const exchangeDayAt = localDayReader(EXCHANGE_ZONE);
  const dayOf = [
    { isMidnight: beginsDayOf(dayAt), dayOf: dayAt },
    { isMidnight: isUtcMidnight, dayOf: (ms: number) => ms / DAY_MS },
    { isMidnight: beginsDayOf(exchangeDayAt), dayOf: exchangeDayAt },
  ].find(({ isMidnight }) => file.series.every(({ times }) => times.every(isMidnight)))?.dayOf;
  return dayOf === undefined ? file : datedBy(file, ({ times }) => times.map((ms) => dayOf(ms)));
}

/** Whether two rows of a symbol lie nearer than any two days do; found at the first of them. */
const hasWithinDay = (series: readonly BarSeries[]): boolean =>
  series.some(({ times }) =>
    times.some((time, i) => 0 < i && time - times[i - 1]! < DAILY_SPACING_MIN_MS),
  );

const beginsDayOf = (dayAt: (ms: number) => number) => (ms: number) => dayAt(ms - 1) !== dayAt(ms);

/** Offsets may differ from row to row: midnights that follow one another may be of one date. */
const isRising = (days: readonly number[]): boolean =>
  days.every((day, at) => at === 0 || days[at - 1]! < day);

function datedBy(file: BarFile, daysOf: (series: BarSeries) => Float64Array): BarFile {
  const series = file.series.map((one) => ({ ...one, times: daysOf(one) }));
  return { ...file, isDated: true, series };
}

/** A daily bar is its day's session, where the exchange had one. */
function withNyseDays(columns: BarColumns): BarColumns {
  const isOpen = Uint8Array.from(columns.day, (dayNumber) => (nyseSessionOn(dayNumber) ? 1 : 0));
  return { ...columns, opensInSession: isOpen, closesInSession: isOpen };
}

/**
 * Marks what lies inside the exchange's regular hours, and ends a bar that outlives them with them: in
 * place, since nobody else has these columns yet.
 */
function withNyseHours(columns: BarColumns): BarColumns {
  const { count, opensAt, closesAt, day } = columns;
  const opensInSession = new Uint8Array(count);
  const closesInSession = new Uint8Array(count);
  let session: TradingSession | undefined;
  let sessionDay = Number.NaN;
  for (let i = 0; i < count; i++) {
    if (day[i] !== sessionDay) {
      sessionDay = day[i] as number;
      session = nyseSessionOn(sessionDay);
    }
    if (session === undefined) continue;
    const opens = opensAt[i] as number;
    const opensInside = session.opens <= opens && opens < session.closes;
    if (opensInside) closesAt[i] = Math.min(closesAt[i] as number, session.closes);
    const closes = closesAt[i] as number;
    opensInSession[i] = Number(opensInside);
    closesInSession[i] = Number(session.opens < closes && closes <= session.closes);
  }
  return { ...columns, opensInSession, closesInSession };
}

const closesEarly = (dayNumber: number): boolean =>
  isEarlyCloseOn(dayNumber) && closureOn(dayNumber) === undefined;
