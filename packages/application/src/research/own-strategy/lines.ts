import { dollarsOf } from "@sevenfold/domain/money";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { type Indicator, oneByOne } from "../indicators/indicator.ts";
import { type BlockRanges, rangesOf } from "./block-ranges.ts";
import { type KeptAnswers, PIECE, type Reader, type Servable } from "./kept-answers.ts";
import { type ServedName, servable } from "./strategy-indicators.ts";
import type { Line, Lines } from "./strategy-interface.ts";

/** A line as the engine reads it: a value for each of its symbol's closes in the session, counted from 0. */
export interface LineReading {
  /** Of a number that does not move, none. */
  readonly slot: number | undefined;
  /** Values from one close to before another; NaN where there is none yet. */
  values: Float64Array;
  from: number;
  end: number;
  /** Of values that stay, from the first on: what is known of blocks of them. */
  ranges: BlockRanges | undefined;
  /** Has the nth close's among its values; closes long before are gone by then. */
  reach(nth: number): void;
}

/** Where lines come from: bars that are all known, or closes as they come. */
export interface LineSource {
  linesOf(slot: number): Lines;
  /** Which of its closes in the session a bar of the slot is, or the last one before it; -1 before the first. */
  nthAt(slot: number, bar: number): number;
  /** Likewise that of now. */
  nthNow(slot: number): number;
}

const READINGS = new WeakMap<object, LineReading>();

/** Of a line that a strategy was handed; undefined of anything else. */
export const lineReadingOf = (line: unknown): LineReading | undefined =>
  typeof line === "object" && line !== null ? READINGS.get(line) : undefined;

/** The value of the nth close; NaN: none. */
export function valueAt(reading: LineReading, nth: number): number {
  if (nth < 0) return Number.NaN;
  if (reading.end <= nth) reading.reach(nth);
  return reading.values[nth - reading.from]!;
}

/** Lines over bars that are all known, of which a strategy reads what has closed. */
export function knownLines(
  run: BacktestRun,
  kept: KeptAnswers,
  hasClosed: (slot: number) => boolean,
): LineSource {
  const ranks = run.columns.map(
    ({ closesInSession }) => closesInSession && ranksIn(closesInSession),
  );
  const nthAt = (slot: number, bar: number) => ranks[slot]?.[bar] ?? bar;
  const nthNow = (slot: number) => (hasClosed(slot) ? nthAt(slot, run.bars[slot]!) : -1);
  return {
    nthAt,
    nthNow,
    linesOf(slot) {
      const fed = { columns: run.columns[slot]! as BarColumns, start: 0 };
      return linesBy((asked) => {
        const reading = readingBy(slot, kept.read(fed, asked));
        return lineOf(reading, () => valueAt(reading, nthNow(slot)));
      });
    },
  };
}

/** Lines that are fed as closes come: `feed` before the strategy is asked. */
export function fedLines(run: BacktestRun): LineSource & { feed(slot: number): void } {
  const fed: ((close: number) => void)[][] = run.columns.map(() => []);
  const counts = new Int32Array(run.columns.length);
  return {
    nthAt: (slot) => counts[slot]! - 1,
    nthNow: (slot) => counts[slot]! - 1,
    linesOf(slot) {
      return linesBy((asked) => {
        const indicator: Indicator<number> = oneByOne(asked.open());
        const values = Float64Array.of(Number.NaN);
        const reading: LineReading = {
          slot,
          values,
          from: -1,
          end: 0,
          ranges: undefined,
          reach: () => undefined,
        };
        fed[slot]!.push((close) => {
          values[0] = indicator.next(close) ?? Number.NaN;
          reading.from = counts[slot]! - 1;
          reading.end = counts[slot]!;
        });
        return lineOf(reading, () => values[0]!);
      });
    },
    feed(slot) {
      counts[slot]! += 1;
      const close = dollarsOf(run.columns[slot]!.close[run.bars[slot]!]!);
      for (const take of fed[slot]!) take(close);
    },
  };
}

/** A number that does not move, to be crossed. */
export function levelReading(level: number): LineReading {
  const reading: LineReading = {
    slot: undefined,
    values: new Float64Array(PIECE).fill(level),
    from: 0,
    end: PIECE,
    ranges: undefined,
    reach(nth) {
      reading.from = nth;
      reading.end = nth + PIECE;
    },
  };
  return reading;
}

function linesBy(lineBy: (asked: Servable) => Line): Lines {
  const of =
    (name: ServedName) =>
    (bars?: number): Line =>
      lineBy(servable(name, bars as number));
  return Object.freeze({
    close: lineBy(CLOSES),
    sma: of("sma"),
    ema: of("ema"),
    rsi: of("rsi"),
    zScore: of("zScore"),
  });
}

const CLOSES: Servable = {
  name: "close",
  open: () => (inputs, answers, from, to) => answers.set(inputs.subarray(from, to), from),
};

function lineOf(reading: LineReading, value: () => number): Line {
  const line: Line = Object.freeze({
    get now() {
      const now = value();
      return Number.isNaN(now) ? undefined : now;
    },
  });
  READINGS.set(line, reading);
  return line;
}

/** Of answers that are gone once the next are read the last ones are kept aside: symbols are looked ahead of one by one. */
function readingBy(slot: number, read: Reader): LineReading {
  const reading: LineReading = {
    slot,
    values: new Float64Array(0),
    from: 0,
    end: 0,
    ranges: undefined,
    reach(nth) {
      while (reading.end <= nth) {
        const piece = read(reading.end);
        if (piece === undefined) return;
        if (piece.isWhole) {
          reading.values = piece.answers;
          reading.end = piece.count;
          reading.ranges = rangesOf(piece.answers, piece.count);
        } else take(reading, piece.answers, piece.count);
      }
    },
  };
  return reading;
}

function take(reading: LineReading, answers: Float64Array, count: number): void {
  const kept = Math.min(reading.end - reading.from, PIECE);
  const values = reading.values.length === 0 ? new Float64Array(2 * PIECE) : reading.values;
  const behind = reading.end - reading.from - kept;
  values.copyWithin(0, behind, behind + kept);
  values.set(answers.subarray(0, count), kept);
  reading.values = values;
  reading.from = reading.end - kept;
  reading.end += count;
}

/** Of each bar which of the closes in the session it is, or the last one before it. */
function ranksIn(closesInSession: ArrayLike<number>): Int32Array {
  const ranks = new Int32Array(closesInSession.length);
  let rank = -1;
  for (let bar = 0; bar < ranks.length; bar += 1) {
    if (closesInSession[bar] === 1) rank += 1;
    ranks[bar] = rank;
  }
  return ranks;
}
