import { dateOf, dayNumberOf } from "@sevenfold/domain/calendar-date";
import { offsetOfLocal, zoneOffsets } from "./zone-offset.ts";

/** When a row says it is. A date alone means the whole day. */
export type BarTime =
  /** Days since 1970-01-01. */
  | { readonly kind: "date"; readonly dayNumber: number }
  | {
      readonly kind: "instant";
      readonly ms: number;
      /** Of what was written as a midnight, whatever its offset: that date, in days since 1970-01-01. */
      readonly midnightOf?: number;
    };

/**
 * The date that a text was written as: of "2024-01-02" and of "2024-01-02 00:00:00-06:00" January 2,
 * wherever it is read. Undefined of other times of day, and of instants that were no text.
 */
export const dayWritten = (time: BarTime): number | undefined =>
  time.kind === "date" ? time.dayNumber : time.midnightOf;

export type ReadBarTime = (cell: string, timeOfDay?: string) => BarTime | undefined;

/** Whose midnights a day of bars may begin at wherever it is read. */
export const EXCHANGE_ZONE = "America/New_York";

const DAY_MS = 86_400_000;
const DATE =
  /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{4})(\d{2})(\d{2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))(?:[T\s]?\s*(\d.*))?$/;
/** With the month's name there is no doubt which number is the day: 02-Jan-2006, Jan 2, 2006. */
const NAMED_DATE =
  /^(?:(\d{1,2})[-/ ]([A-Za-z]{3,9})\.?[-/ ]|([A-Za-z]{3,9})\.? (\d{1,2}),? )(\d{4})(?:[ T]\s*(\d.*))?$/;
const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
] as const;
const CLOCK =
  /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(AM|PM)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const EPOCH = /^(\d{9,13}|\d{15,16}|\d{18,19})(?:\.(\d+))?$/;
/** Twelve digits are a date and a clock where they begin as a year does: 202401020930. */
const YEAR_MINUTE = /^(?:19|20)\d{10}$/;

/**
 * Reads the times of one file. A time without an offset is local to `zone` (an IANA name).
 * Dates are 2006-01-02, 2006/01/02, 20060102, 01/02/2006 (month first), 02-Jan-2006 or Jan 2, 2006.
 */
export function barTimeReader(zone: string): ReadBarTime {
  const offsetMsAt = localOffsets(zone);
  const readDate = dateReader();
  return (cell, timeOfDay) => {
    const text = timeOfDay === undefined ? cell.trim() : `${cell.trim()} ${clockOf(timeOfDay)}`;
    const epoch = isDigit(text, 4) && isDigit(text, 8) ? epochOf(text) : undefined;
    if (epoch) return epoch;
    const date = readDate(text);
    if (date === undefined) return undefined;
    if (date.clock === "") return { kind: "date", dayNumber: date.midnight / DAY_MS };
    return instantOf(date.midnight, date.clock, offsetMsAt);
  };
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return 48 <= code && code <= 57;
};

/** A time column may count digits only: "905" and "90500" lack a zero that spreadsheets drop. */
function clockOf(text: string): string {
  const bare = text.trim();
  if (!/^\d{3,6}$/.test(bare)) return bare;
  return bare.padStart(bare.length < 5 ? 4 : 6, "0");
}

interface DatedText {
  /** The date's midnight, read as if it were UTC. */
  readonly midnight: number;
  /** What follows the date; empty for a date alone. */
  readonly clock: string;
}

/** A date of ten characters and what parts it from the clock: "2024-01-02 ", "01/02/2024 ". */
const PARTED = /^.{10}[T ](?=\d)/;

/** Reads the date a text begins with. The rows of a day repeat it: the last one is remembered. */
function dateReader(): (text: string) => DatedText | undefined {
  let known: string | undefined;
  let midnight = Number.NaN;
  return (text) => {
    if (known !== undefined && text.startsWith(known)) return { midnight, clock: text.slice(11) };
    const date = DATE.exec(text);
    if (!date) return namedDateOf(text);
    const year = Number(date[1] ?? date[4] ?? date[9]);
    const month = Number(date[2] ?? date[5] ?? date[7]);
    const day = Number(date[3] ?? date[6] ?? date[8]);
    const at = midnightOf(year, month, day);
    if (at === undefined) return undefined;
    midnight = at;
    known = PARTED.exec(text)?.[0];
    return { midnight, clock: date[10] ?? "" };
  };
}

function namedDateOf(text: string): DatedText | undefined {
  const date = NAMED_DATE.exec(text);
  if (!date) return undefined;
  const name = (date[2] ?? date[3] ?? "").toLowerCase();
  const month = MONTHS.findIndex(
    (one) => name === one || name === one.slice(0, 3) || (name === "sept" && one === "september"),
  );
  const midnight = midnightOf(Number(date[5]), month + 1, Number(date[1] ?? date[4]));
  return midnight === undefined ? undefined : { midnight, clock: date[6] ?? "" };
}

/** Undefined where there is no such day. */
function midnightOf(year: number, month: number, day: number): number | undefined {
  const dayNumber = dayNumberOf(year, month, day);
  return year < 1900 || !isDateOf(dayNumber, month, day) ? undefined : dayNumber * DAY_MS;
}

function instantOf(midnight: number, text: string, offsetMsAt: OffsetMsAt): BarTime | undefined {
  const clock = CLOCK.exec(text);
  const sinceMidnight = clock ? msSinceMidnight(clock) : undefined;
  if (!clock || sinceMidnight === undefined) return undefined;
  const local = midnight + sinceMidnight;
  const offset = clock[6] ? offsetMsOf(clock[6]) : offsetMsAt(midnight, local);
  if (Number.isNaN(offset)) return undefined;
  const ms = local - offset;
  return sinceMidnight === 0
    ? { kind: "instant", ms, midnightOf: midnight / DAY_MS }
    : { kind: "instant", ms };
}

/** Whether there is such a day: of "2023-02-29" the day number is March 1's. */
function isDateOf(dayNumber: number, month: number, day: number): boolean {
  const date = dateOf(dayNumber);
  return date.month === month && date.day === day;
}

function msSinceMidnight(clock: RegExpExecArray): number | undefined {
  const written = Number(clock[1]);
  const half = clock[5]?.toUpperCase();
  if (half && (written < 1 || 12 < written)) return undefined;
  const hours = half ? (written % 12) + (half === "PM" ? 12 : 0) : written;
  const minutes = Number(clock[2]);
  const seconds = Number(clock[3] ?? 0);
  if (23 < hours || 59 < minutes || 59 < seconds) return undefined;
  const thousandths = Math.floor(Number(`0.${clock[4] ?? 0}`) * 1000);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths;
}

function offsetMsOf(offset: string): number {
  const digits = offset.replace(/\D/g, "");
  if (digits === "") return 0;
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return (offset.startsWith("-") ? -minutes : minutes) * 60_000;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their length. */
function epochOf(text: string): BarTime | undefined {
  const match = EPOCH.exec(text);
  if (!match || YEAR_MINUTE.test(text)) return undefined;
  const digits = match[1] as string;
  if (digits.length < 12) {
    const thousandths = Math.floor(Number(`0.${match[2] ?? 0}`) * 1000);
    return { kind: "instant", ms: Number(digits) * 1000 + thousandths };
  }
  // Milliseconds have a digit less before 2001-09-09.
  return { kind: "instant", ms: Number(digits.slice(0, digits.length % 3 === 0 ? 12 : 13)) };
}

/**
 * Milliseconds that a local time's clocks are ahead of UTC; both as if they were UTC. NaN of a time
 * that the clocks leave out, but for a midnight, which may stand for its day.
 */
export type OffsetMsAt = (localMidnight: number, local: number) => number;

/** The zone's offset for a local time, looked up once a day but on the days the clocks change. */
export function localOffsets(zone: string): OffsetMsAt {
  const offsetAt = zoneOffsets(zone);
  let knownMidnight = Number.NaN;
  let knownOffset: number | undefined;
  return (localMidnight, local) => {
    if (localMidnight !== knownMidnight) {
      knownMidnight = localMidnight;
      const start = offsetOfLocal(offsetAt, localMidnight);
      const end = offsetOfLocal(offsetAt, localMidnight + DAY_MS);
      knownOffset = start === end ? start : undefined;
    }
    if (knownOffset !== undefined) return knownOffset;
    const offset = offsetOfLocal(offsetAt, local);
    return local === localMidnight || offsetAt(local - offset) === offset ? offset : Number.NaN;
  };
}

/** Reads the local date of an instant, in days since 1970-01-01. */
export interface LocalDayReader {
  (ms: number): number;
  /** An instant before which no other day begins. */
  sameUntil(ms: number): number;
}

/** Since 1973 every zone's midnights and changes of clocks fall on quarters of an hour of UTC. */
const QUARTERS_SINCE = Date.UTC(1973, 0, 1);
const QUARTER_MS = 15 * 60_000;

/** Asks the zone once per UTC day. */
export function localDayReader(zone: string): LocalDayReader {
  const offsetAt = zoneOffsets(zone);
  let knownDay = Number.NaN;
  let knownOffset: number | undefined;
  const know = (ms: number): void => {
    const day = Math.floor(ms / DAY_MS);
    if (day === knownDay) return;
    knownDay = day;
    const start = offsetAt(day * DAY_MS);
    knownOffset = start === offsetAt((day + 1) * DAY_MS) ? start : undefined;
  };
  const dayAt = (ms: number): number => {
    know(ms);
    return Math.floor((ms + (knownOffset ?? offsetAt(ms))) / DAY_MS);
  };
  const sameUntil = (ms: number): number => {
    const day = dayAt(ms);
    if (knownOffset !== undefined)
      return Math.min((knownDay + 1) * DAY_MS, (day + 1) * DAY_MS - knownOffset);
    return ms < QUARTERS_SINCE ? ms : (Math.floor(ms / QUARTER_MS) + 1) * QUARTER_MS;
  };
  return Object.assign(dayAt, { sameUntil });
}
