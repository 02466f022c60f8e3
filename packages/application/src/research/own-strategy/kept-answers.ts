import { dollarsOf } from "@sevenfold/domain/money";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { Filling } from "../indicators/indicator.ts";

/** Answers reckoned at a time: few enough to stay near the processor until they are read. */
export const PIECE = 2_048;
const BYTES_EACH = 8;

/** Inputs of an indicator and its answers to them; NaN where it answers nothing yet. */
export interface Piece {
  readonly inputs: Float64Array;
  readonly answers: Float64Array;
  /** Which input of the indicator the first of the columns is. */
  readonly from: number;
  /** How many of the columns are reckoned. */
  readonly count: number;
  /** They begin with the first, and stay: those of the next piece come behind them. */
  readonly isWhole: boolean;
}

export interface Servable {
  /** What tells it from others. */
  readonly name: string;
  open(): Filling;
}

/** The symbol that an indicator is fed by, its closes of the session from one bar on. */
export interface FedBy {
  readonly columns: BarColumns;
  readonly start: number;
}

/** The piece that begins with the nth input; undefined where there are no more, or it is gone. */
export type Reader = (nth: number) => Piece | undefined;

/**
 * Answers of indicators, kept from run to run over the same bars, such as a sweep's trials: one with
 * the same parameters, fed the same closes, is reckoned once.
 */
export interface KeptAnswers {
  /** Bars that have been found to be in order. */
  readonly checked: WeakSet<BarColumns>;
  read(fed: FedBy, servable: Servable): Reader;
  /** What it is fed, in dollars. */
  inputs(fed: FedBy): Float64Array;
}

interface Column {
  readonly bytes: number;
  readonly read: Reader;
}

/**
 * Keeps answers of no more than so many bytes: those asked for least lately give way, and where all
 * of them would not make room, a piece is forgotten with the next.
 */
export function openKeptAnswers(bytesMax = 0): KeptAnswers {
  const numbers = new WeakMap<BarColumns, number>();
  const columns = new Map<string, Column>();
  const inputs = new WeakMap<BarColumns, Map<number, Float64Array>>();
  let known = 0;
  let bytes = 0;
  return {
    checked: new WeakSet(),
    inputs: inputsOf,
    read(fed, servable) {
      if (bytesMax < (fed.columns.count - fed.start) * BYTES_EACH)
        return pieceByPiece(fed, servable);
      const all = inputsOf(fed);
      const size = all.length * BYTES_EACH;
      const key = `${numberOf(fed.columns)} ${fed.start} ${servable.name}`;
      const column = columns.get(key) ?? make(all, servable, size);
      columns.delete(key);
      columns.set(key, column);
      return column.read;
    },
  };

  function numberOf(of: BarColumns): number {
    const number = numbers.get(of) ?? known++;
    numbers.set(of, number);
    return number;
  }

  function make(all: Float64Array, servable: Servable, size: number): Column {
    for (const [key, column] of columns) {
      if (bytes + size <= bytesMax) break;
      columns.delete(key);
      bytes -= column.bytes;
    }
    bytes += size;
    return { bytes: size, read: allTogether(all, servable) };
  }

  function inputsOf({ columns: of, start }: FedBy): Float64Array {
    const starts = inputs.get(of) ?? new Map<number, Float64Array>();
    inputs.set(of, starts);
    const found = starts.get(start) ?? sessionCloses(of, start);
    starts.set(start, found);
    return found;
  }
}

function sessionCloses(columns: BarColumns, start: number): Float64Array {
  const all = new Float64Array(columns.count - start);
  return all.subarray(0, readCloses(columns, start, all).found);
}

/** Closes from a bar on in dollars, as many as there is room for: a strategy is asked at those of the session alone. */
function readCloses(
  { close, closesInSession, count }: BarColumns,
  from: number,
  into: Float64Array,
): { readonly found: number; readonly next: number } {
  let found = 0;
  let bar = from;
  if (closesInSession === undefined) {
    const end = Math.min(count, from + into.length);
    for (; bar < end; bar += 1) into[found++] = dollarsOf(close[bar]!);
  } else
    for (; bar < count && found < into.length; bar += 1)
      if (closesInSession[bar] === 1) into[found++] = dollarsOf(close[bar]!);
  return { found, next: bar };
}

function allTogether(inputs: Float64Array, { open }: Servable): Reader {
  const fill = open();
  const answers = new Float64Array(inputs.length);
  let count = 0;
  return (nth) => {
    const to = Math.min(inputs.length, count + PIECE);
    if (nth === count) {
      fill(inputs, answers, count, to);
      count = to;
    }
    return nth < count ? { inputs, answers, from: 0, count, isWhole: true } : undefined;
  };
}

/** Each in the place of the last. */
function pieceByPiece({ columns, start }: FedBy, { open }: Servable): Reader {
  const fill = open();
  const inputs = new Float64Array(PIECE);
  const answers = new Float64Array(PIECE);
  let bar = start;
  let read = 0;
  return (nth) => {
    if (nth !== read) return undefined;
    const { found, next } = readCloses(columns, bar, inputs);
    if (found === 0) return undefined;
    fill(inputs, answers, 0, found);
    bar = next;
    read += found;
    return { inputs, answers, from: nth, count: found, isWhole: false };
  };
}
