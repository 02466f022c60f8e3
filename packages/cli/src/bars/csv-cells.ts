import type { ReadBarTime } from "./bar-time.ts";

/** Where the cell that was read ends: at its delimiter or its line's end. */
export interface CellBounds {
  end: number;
}

/** What a cell of numbers answers where it is for another reader. */
export const NUMBER = { none: -1 } as const;

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const HYPHEN = 45;
const PLUS = 43;
const COLON = 58;
const BLANK = 32;
const LETTER_T = 84;
const LETTER_Z = 90;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const WHOLE_DIGITS_MAX = 11;
const FRACTION_DIGITS_MAX = 18;
const MINUTE_MS = 60_000;

/** Reads cells of plain decimals: digits, perhaps with a point in their midst. */
export function byteCells(delimiter: number, found: CellBounds) {
  const endsCell = (byte: number): boolean =>
    byte === delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN;

  /** Ten-thousandths, half-even. */
  function unitsAt(bytes: Buffer, start: number): number {
    let at = start;
    let byte = bytes[at]!;
    let units = 0;
    for (; ZERO <= byte && byte <= NINE; byte = bytes[++at]!) units = units * 10 + byte - ZERO;
    if (at === start || WHOLE_DIGITS_MAX < at - start) return NUMBER.none;
    let missing = 4;
    if (byte === POINT) {
      byte = bytes[++at]!;
      for (; 0 < missing && ZERO <= byte && byte <= NINE; byte = bytes[++at]!) {
        units = units * 10 + byte - ZERO;
        missing--;
      }
      if (missing === 0 && ZERO <= byte && byte <= NINE) {
        const from = at;
        const first = byte - ZERO;
        let rest = 0;
        for (byte = bytes[++at]!; ZERO <= byte && byte <= NINE; byte = bytes[++at]!)
          rest |= byte - ZERO;
        if (FRACTION_DIGITS_MAX - 4 < at - from) return NUMBER.none;
        if (5 < first || (first === 5 && (rest !== 0 || units % 2 === 1))) units++;
      }
    }
    for (; 0 < missing; missing--) units *= 10;
    if (!endsCell(byte)) return NUMBER.none;
    found.end = at;
    return units;
  }

  /** Whole shares; none in an empty cell. */
  function sharesAt(bytes: Buffer, start: number): number {
    let at = start;
    let byte = bytes[at]!;
    let shares = 0;
    for (; ZERO <= byte && byte <= NINE; byte = bytes[++at]!) shares = shares * 10 + byte - ZERO;
    if (WHOLE_DIGITS_MAX < at - start) return NUMBER.none;
    if (byte === POINT) {
      const from = at;
      for (byte = bytes[++at]!; ZERO <= byte && byte <= NINE; byte = bytes[++at]!);
      // More digits may round up to the next share.
      if (4 < at - from - 1 || from === start) return NUMBER.none;
    }
    if (!endsCell(byte)) return NUMBER.none;
    found.end = at;
    return shares;
  }

  return { unitsAt, sharesAt };
}

/** Reads dates as 2024-01-31, with a clock or not, and epochs in seconds or milliseconds. */
export function timeCells(delimiter: number, readTime: ReadBarTime, found: CellBounds) {
  /** Of the last date read, which the rows of a day repeat: its digits, and its midnight as UTC. */
  const state = new Float64Array(5);
  const DATE = 0;
  const MIDNIGHT = 1;
  const CLOCK = 2;
  const OFFSET = 3;
  const EPOCH = 4;
  const endsCell = (byte: number): boolean =>
    byte === delimiter || byte === LINE_FEED || byte === CARRIAGE_RETURN;
  const digit = (byte: number | undefined): number => {
    const value = (byte ?? 0) - ZERO;
    return 0 <= value && value <= 9 ? value : Number.NaN;
  };
  const two = (bytes: Buffer, at: number): number => digit(bytes[at]) * 10 + digit(bytes[at + 1]);

  /** `isDay`: the clock has a cell of its own. */
  function takeMoment(bytes: Buffer, at: number, isDay: boolean): boolean {
    if (bytes[at + 4] !== HYPHEN) return !isDay && takeEpoch(bytes, at);
    if (bytes[at + 7] !== HYPHEN) return false;
    const date =
      (two(bytes, at) * 100 + two(bytes, at + 2)) * 10_000 +
      two(bytes, at + 5) * 100 +
      two(bytes, at + 8);
    if (Number.isNaN(date)) return false;
    if (date !== state[DATE]) {
      const read = readTime(bytes.toString("latin1", at, at + 10));
      if (read?.kind !== "date") return false;
      state[DATE] = date;
      state[MIDNIGHT] = read.dayNumber * 86_400_000;
    }
    const next = bytes[at + 10]!;
    if (next === BLANK || next === LETTER_T) return !isDay && takeClock(bytes, at + 11);
    found.end = at + 10;
    return endsCell(next);
  }

  function takeEpoch(bytes: Buffer, start: number): boolean {
    let at = start;
    let value = 0;
    for (let byte = bytes[at]!; ZERO <= byte && byte <= NINE; byte = bytes[++at]!)
      value = value * 10 + byte - ZERO;
    const digits = at - start;
    if ((digits !== 10 && digits !== 13) || !endsCell(bytes[at]!)) return false;
    state[EPOCH] = digits === 10 ? value * 1_000 : value;
    found.end = at;
    return true;
  }

  /** 09:30 or 09:30:00, and after it nothing, a Z or an offset such as -05:00. */
  function takeClock(bytes: Buffer, start: number): boolean {
    let at = start + 5;
    const hours = two(bytes, start);
    const minutes = two(bytes, start + 3);
    let seconds = 0;
    if (bytes[start + 2] !== COLON) return false;
    if (bytes[at] === COLON) {
      seconds = two(bytes, at + 1);
      at += 3;
    }
    if (!(hours <= 23 && minutes <= 59 && seconds <= 59)) return false;
    state[CLOCK] = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
    const next = bytes[at]!;
    if (next === LETTER_Z) {
      state[OFFSET] = 0;
      at++;
    } else if (next === PLUS || next === HYPHEN) {
      const off = (two(bytes, at + 1) * 60 + two(bytes, at + 4)) * MINUTE_MS;
      if (Number.isNaN(off) || bytes[at + 3] !== COLON) return false;
      state[OFFSET] = next === HYPHEN ? -off : off;
      at += 6;
    }
    found.end = at;
    return endsCell(bytes[at]!);
  }

  return {
    takeMoment,
    takeClock,
    /** To be called before each row. */
    reset(): void {
      state[CLOCK] = Number.NaN;
      state[OFFSET] = Number.NaN;
      state[EPOCH] = Number.NaN;
    },
    isInstant: (): boolean => !Number.isNaN(state[EPOCH]!),
    /** Of the date as if it were UTC; the instant itself where the cell held one. */
    midnight: (): number => (Number.isNaN(state[EPOCH]!) ? state[MIDNIGHT]! : state[EPOCH]!),
    clock: (): number | undefined => (Number.isNaN(state[CLOCK]!) ? undefined : state[CLOCK]!),
    offset: (): number | undefined => (Number.isNaN(state[OFFSET]!) ? undefined : state[OFFSET]!),
  };
}
