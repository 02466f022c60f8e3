import { dollarsOf } from "@sevenfold/domain/money";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { Filling } from "../indicators/indicator.ts";

/** Answers reckoned at a time: few enough to stay near the processor until they are read. */
const PIECE = 2_048;
const BYTES_EACH = 8;

/** Inputs of an indicator and its answers to them; NaN where it answers nothing yet. */
export interface Piece {
  readonly inputs: Float64Array;
  readonly answers: Float64Array;
  /** Which input of the indicator the first of the columns is. */
  readonly from: number;
  /** How many of the columns are reckoned. */
  readonly count: number;
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
    inputs: inputsOf,
    read(fed, servable) {
      const all = inputsOf(fed);
      const size = all.length * BYTES_EACH;
      if (bytesMax < size) return pieceByPiece(all, servable);
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

/** In dollars: a strategy is asked at closes of the session alone. */
function sessionCloses({ close, closesInSession, count }: BarColumns, start: number): Float64Array {
  const all = new Float64Array(count - start);
  let found = 0;
  for (let bar = start; bar < count; bar += 1)
    if (closesInSession === undefined || closesInSession[bar] === 1)
      all[found++] = dollarsOf(close[bar]!);
  return all.subarray(0, found);
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
    return nth < count ? { inputs, answers, from: 0, count } : undefined;
  };
}

/** Each in the place of the last. */
function pieceByPiece(all: Float64Array, { open }: Servable): Reader {
  const fill = open();
  const answers = new Float64Array(PIECE);
  let next = 0;
  return (nth) => {
    const inputs = all.subarray(nth, nth + PIECE);
    if (nth !== next || inputs.length === 0) return undefined;
    fill(inputs, answers, 0, inputs.length);
    next += inputs.length;
    return { inputs, answers, from: nth, count: inputs.length };
  };
}
