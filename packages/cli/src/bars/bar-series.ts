import type { Numbers } from "@sevenfold/application/research/backtest/bar-columns";
import type { ColumnRoom } from "./column-room.ts";
import type { Jump } from "./jump-watch.ts";

/** The rows of one symbol in one file as read: prices in ten-thousandths, oldest first. */
export interface BarSeries {
  /** What the file's symbol column says; undefined without one. */
  readonly symbol: string | undefined;
  /** Days since 1970-01-01 of dated rows, UTC milliseconds of timed ones. */
  readonly times: Float64Array;
  /** The dates of the rows, where every one of them was written as a midnight. */
  readonly midnightsOf?: readonly number[];
  readonly open: Numbers;
  readonly high: Numbers;
  readonly low: Numbers;
  readonly close: Numbers;
  /** Whole shares; a row that leaves it out has none. Undefined without a volume column. */
  readonly volume: Numbers | undefined;
  /** Where each row stands in its file, where that was asked for. */
  readonly rows?: Float64Array;
  /** Where a file was read row by row. */
  readonly jumps?: SeenJumps;
  /** Memory for what is worked out of the rows, where it was asked for with theirs. */
  readonly room?: ColumnRoom;
}

/** Openings far from the close before them: the first thousand of so many. */
export interface SeenJumps {
  readonly jumps: readonly Jump[];
  readonly count: number;
  /** What a row is called: "line", "row". */
  readonly word: string;
}

/** One file of bars as read. */
export interface BarFile {
  readonly path: string;
  readonly sha256: string;
  /** Rows carry a date only: a bar is a day. */
  readonly isDated: boolean;
  /** How long a bar lasts, where the file says so; else the smallest spacing of its rows does. */
  readonly intervalMs?: number;
  /** To what the prices were adjusted, where the file says so. */
  readonly basis?: "raw" | "split" | "total" | "unknown";
  /** Of the simulated market, whose days are nobody's. */
  readonly isSimulated?: boolean;
  readonly series: readonly BarSeries[];
  readonly warnings: readonly string[];
}
