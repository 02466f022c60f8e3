/** The rows of one symbol in one file as read: prices in ten-thousandths, oldest first. */
export interface BarSeries {
  /** What the file's symbol column says; undefined without one. */
  readonly symbol: string | undefined;
  /** Days since 1970-01-01 of dated rows, UTC milliseconds of timed ones. */
  readonly times: number[];
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  /** Whole shares; a row that leaves it out has none. Undefined without a volume column. */
  readonly volume: number[] | undefined;
  /** Line numbers of the latest row, for messages. */
  lastLine: number;
  /** The newest row came first. */
  goesBack: boolean;
}

/** One file of bars as read. */
export interface BarFile {
  readonly path: string;
  readonly sha256: string;
  /** Rows carry a date only: a bar is a day. */
  readonly isDated: boolean;
  readonly series: readonly BarSeries[];
  readonly warnings: readonly string[];
}
