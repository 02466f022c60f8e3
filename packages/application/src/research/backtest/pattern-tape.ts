import type { Candle } from "@sevenfold/domain/candle";
import type { PatternName } from "@sevenfold/domain/pattern";
import type { BarColumns } from "./bar-columns.ts";

/** The whole bars of a symbol as they were known at an instant that never goes back. */
export interface PatternTape {
  readonly columns: BarColumns;
  /** 1: a bar is whole at its very close; 0: only after it, where the way to its close is walked. */
  readonly wholeAtClose: 0 | 1;
  readonly splits: readonly DueSplit[];
  splitsDone: number;
  /** The first bar that is not taken in. */
  next: number;
  /** The last bar taken in that lay in the session, and when it ended. */
  lastBar: number;
  lastEndedAt: number;
  /** The last whole days, no more than patterns look back. */
  readonly days: Candle[];
  today: GrowingCandle | undefined;
  todayNumber: number;
  /** What the last of them completed; undefined until it is asked for. */
  ofMinutes: readonly PatternName[] | undefined;
  ofDays: readonly PatternName[] | undefined;
}

/** Changed in place: a day has many bars. */
export type GrowingCandle = { -readonly [Name in keyof Candle]: Candle[Name] };

export interface DueSplit {
  readonly opensAt: number;
  readonly numerator: number;
  readonly denominator: number;
}
