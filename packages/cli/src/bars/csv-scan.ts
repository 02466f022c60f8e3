import type { BarHeader } from "./bar-header.ts";
import type { BarRows } from "./bar-rows.ts";
import { localOffsets, type ReadBarTime } from "./bar-time.ts";
import { byteCells, type CellBounds, NUMBER, timeCells } from "./csv-cells.ts";
import type { GrowingSeries } from "./growing-series.ts";
import { isTradablePrice } from "./price-cell.ts";

/** Takes the line that begins at a byte and answers where the next one does; −1: it took nothing. */
export type ScanLine = (bytes: Buffer, at: number, line: number) => number;

export interface ScanSettings {
  readonly header: BarHeader;
  readonly delimiter: string;
  readonly zone: string;
  readonly readTime: ReadBarTime;
  /** The symbol of a file that has no column of them. */
  readonly symbol: string | undefined;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const SYMBOL_BYTES_MAX = 6;

const IGNORED = 0;
const TIME = 1;
const CLOCK = 2;
const SYMBOL = 3;
const OPEN = 4;
const HIGH = 5;
const LOW = 6;
const CLOSE = 7;
const VOLUME = 8;

/**
 * Reads the usual forms of a row digit by digit from the bytes, without making a string of any cell.
 * At whatever is not plain it takes nothing: that line is for the reader that knows all forms and
 * has the words for what is wrong. Both take a line alike, which a property holds.
 */
export function openCsvScan(rows: BarRows, settings: ScanSettings): ScanLine {
  const { header, zone, readTime } = settings;
  const delimiter = settings.delimiter.charCodeAt(0);
  const roles = rolesOf(header);
  const cells = header.cells;
  const hasVolume = header.volume !== undefined;
  const hasClock = header.timeOfDay !== undefined;
  const offsetMsAt = localOffsets(zone);
  const found: CellBounds = { end: 0 };
  const numbers = byteCells(delimiter, found);
  const times = timeCells(delimiter, readTime, found);
  const series = new Map<number, GrowingSeries>();
  const only = header.symbol === undefined ? rows.seriesOf(settings.symbol, hasVolume) : undefined;
  const value = new Float64Array(VOLUME + 1);

  function scan(bytes: Buffer, start: number, line: number): number {
    let at = start;
    let symbolAt = 0;
    let symbolEnd = 0;
    times.reset();
    for (let cell = 0; cell < cells; cell++) {
      const role = roles[cell]!;
      if (OPEN <= role) {
        const read = role === VOLUME ? numbers.sharesAt(bytes, at) : numbers.unitsAt(bytes, at);
        if (read === NUMBER.none) return -1;
        if (role !== VOLUME && !isTradablePrice(read)) return -1;
        value[role] = read;
        at = found.end;
      } else if (role === TIME) {
        if (!times.takeMoment(bytes, at, hasClock)) return -1;
        at = found.end;
      } else if (role === CLOCK) {
        if (!times.takeClock(bytes, at)) return -1;
        at = found.end;
      } else {
        symbolAt = role === SYMBOL ? at : symbolAt;
        for (let byte = bytes[at]!; byte !== delimiter && byte !== LINE_FEED; byte = bytes[++at]!)
          if (byte === QUOTE) return -1;
        if (role === SYMBOL) symbolEnd = at;
      }
      const isLast = cell === cells - 1;
      if (!isLast && bytes[at] !== delimiter) return -1;
      if (!isLast) at++;
    }
    if (bytes[at] === CARRIAGE_RETURN) at++;
    if (bytes[at] !== LINE_FEED) return -1;
    const one = only ?? seriesAt(bytes, symbolAt, symbolEnd);
    if (one === undefined) return -1;
    const midnight = times.midnight();
    const clock = times.clock();
    const isDate = clock === undefined && !times.isInstant();
    const moment = isDate
      ? midnight / 86_400_000
      : times.isInstant()
        ? midnight
        : midnight + clock! - (times.offset() ?? offsetMsAt(midnight, midnight + clock!));
    // A time that the clocks leave out: the other reader has the words.
    if (Number.isNaN(moment)) return -1;
    const midnightOf = clock === 0 && !times.isInstant() ? midnight / 86_400_000 : undefined;
    rows.append(
      one,
      isDate,
      moment,
      value[OPEN]!,
      value[HIGH]!,
      value[LOW]!,
      value[CLOSE]!,
      value[VOLUME]!,
      line,
      midnightOf,
    );
    return at + 1;
  }

  /** Symbols of a few letters are told apart by their bytes, read as one number. */
  function seriesAt(bytes: Buffer, from: number, to: number): GrowingSeries | undefined {
    const end = bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to;
    if (end <= from || SYMBOL_BYTES_MAX < end - from) return undefined;
    let key = 0;
    for (let at = from; at < end; at++) key = key * 256 + bytes[at]!;
    const known = series.get(key);
    if (known !== undefined) return known;
    const text = bytes.toString("utf8", from, end).trim();
    if (text === "") return undefined;
    const made = rows.seriesOf(text, hasVolume);
    series.set(key, made);
    return made;
  }

  return scan;
}

function rolesOf(header: BarHeader): Uint8Array {
  const roles = new Uint8Array(header.cells).fill(IGNORED);
  roles[header.time] = TIME;
  if (header.timeOfDay !== undefined) roles[header.timeOfDay] = CLOCK;
  if (header.symbol !== undefined) roles[header.symbol] = SYMBOL;
  roles[header.open] = OPEN;
  roles[header.high] = HIGH;
  roles[header.low] = LOW;
  roles[header.close] = CLOSE;
  if (header.volume !== undefined) roles[header.volume] = VOLUME;
  return roles;
}
