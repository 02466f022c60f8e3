import type { Book } from "@sevenfold/domain/book";
import { tradingDayFrom } from "@sevenfold/domain/calendar-date";
import { dollarsOf } from "@sevenfold/domain/money";
import { gainOf } from "@sevenfold/domain/share-parts";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { signedEntryPriceOf } from "../shorts/signed-position.ts";
import type { Bar } from "./strategy-interface.ts";

/** What the account is worth at the closes of now, in ten-thousandths of a dollar. */
type EquityOf = (run: BacktestRun) => number;

const bookedEquity: EquityOf = ({ book }) => book.equity;

/**
 * The bar of a symbol that closed last, as a strategy sees it. Nothing of a bar is copied, and no
 * field leads to the columns: whoever keeps the view sees the bar of now, and never one after it.
 * A class for its private fields, which no program can reach.
 */
class BarView implements Bar {
  readonly symbol: string;
  readonly #columns: BarColumns;
  readonly #book: Book;
  readonly #bars: Int32Array;
  readonly #slot: number;
  readonly #run: BacktestRun;
  readonly #equityOf: EquityOf;

  constructor(run: BacktestRun, slot: number, equityOf: EquityOf) {
    this.#columns = run.columns[slot]!;
    this.#book = run.book;
    this.#bars = run.bars;
    this.#slot = slot;
    this.#run = run;
    this.#equityOf = equityOf;
    this.symbol = this.#columns.ticker;
  }

  get opensAt(): number {
    return this.#columns.opensAt[this.#bars[this.#slot]!]!;
  }
  get closesAt(): number {
    return this.#columns.closesAt[this.#bars[this.#slot]!]!;
  }
  get day(): string {
    return tradingDayFrom(this.#columns.day[this.#bars[this.#slot]!]!);
  }
  get open(): number {
    return dollarsOf(this.#columns.open[this.#bars[this.#slot]!]!);
  }
  get close(): number {
    return dollarsOf(this.#columns.close[this.#bars[this.#slot]!]!);
  }
  /** Of bars without a range, what is known of it. */
  get high(): number {
    const high = this.#columns.high?.[this.#bars[this.#slot]!];
    return high === undefined ? Math.max(this.open, this.close) : dollarsOf(high);
  }
  get low(): number {
    const low = this.#columns.low?.[this.#bars[this.#slot]!];
    return low === undefined ? Math.min(this.open, this.close) : dollarsOf(low);
  }
  get volume(): number {
    return this.#columns.volume?.[this.#bars[this.#slot]!] ?? 0;
  }
  get held(): number {
    return this.#run.sharesHeld[this.#slot]!;
  }
  get entryPrice(): number {
    return dollarsOf(signedEntryPriceOf(this.#book, this.#slot) ?? 0);
  }
  get equity(): number {
    return dollarsOf(this.#equityOf(this.#run));
  }
}

/**
 * Equity at the closes of now, where all symbols close together: the book is caught up with them
 * only when something is wanted.
 */
export function equityAtCloses({ book, bars, columns, holdings }: BacktestRun): number {
  let equity: number = book.equity;
  if (holdings === 0) return equity;
  for (let slot = 0; slot < columns.length; slot += 1)
    equity += gainOf(book, book.held[slot]!, book.mark[slot]!, columns[slot]!.close[bars[slot]!]!);
  return equity;
}

/** What a view reads: for who stands between it and a strategy, and never for the strategy. */
export interface BarReading {
  readonly columns: BarColumns;
  /** The bar of now, and the shares held: the slot's own part of the run's columns. */
  readonly bar: Int32Array;
  readonly held: Float64Array;
}

const READINGS = new WeakMap<Bar, BarReading>();

export const readingOf = (view: Bar): BarReading | undefined => READINGS.get(view);

export function barViewOf(run: BacktestRun, slot: number, equityOf = bookedEquity): Bar {
  const view = Object.freeze(new BarView(run, slot, equityOf));
  READINGS.set(view, {
    columns: run.columns[slot]!,
    bar: run.bars.subarray(slot, slot + 1),
    held: run.sharesHeld.subarray(slot, slot + 1),
  });
  return view;
}
