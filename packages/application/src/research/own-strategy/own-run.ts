import type { PriceBatch } from "@sevenfold/domain/decide";
import { invariant } from "@sevenfold/domain/invariant";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { type BacktestSettings, restsExits } from "../backtest/backtest-settings.ts";
import { type BarColumns, checkBarColumns } from "../backtest/bar-columns.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { Strategy } from "./strategy-interface.ts";
import type { Wishes } from "./wishes.ts";

/** Who says what is to be held: asked at every closing instant in the session, never ahead of it. */
export interface WishSource {
  wish(run: BacktestRun, batch: PriceBatch, wishes: Wishes): void;
  /**
   * Asks at the closes from one bar to before another, as long as nothing is wanted: bar i of every
   * symbol closes at one instant, and no order is at work. Answers the first bar at which something
   * is wanted, or would be: with a wish it has been asked there, without one it has not.
   */
  quiet(run: BacktestRun, wishes: Wishes, from: number, to: number): number;
}

export interface OwnBars {
  readonly columns: readonly BarColumns[];
  readonly settings: BacktestSettings;
  /** Of what it trades only the totals are asked for. */
  readonly isTallied?: boolean | undefined;
}

export interface OwnRun extends OwnBars, KnownBars {
  readonly source: WishSource;
}

/** Where a strategy is, while it is asked: what a fault of it is told with. */
export interface Asked {
  at: number;
  symbols: readonly string[];
  /** While it is asked many closes in a row: the one of now. */
  clock?: (() => number) | undefined;
}

/** The close at which a strategy is asked. */
export const askedAt = ({ at, clock }: Asked): number => clock?.() ?? at;

/** Bars that are all there, not only those of now. */
export interface KnownBars {
  /** What indicators answer is kept in here for the next run over the same bars, which stay as they are. */
  readonly kept?: KeptAnswers | undefined;
}

/** A strategy on bars, whichever way it is said. */
export interface StrategyRun extends OwnBars, KnownBars {
  readonly strategy: Strategy;
  readonly parameters: Readonly<Record<string, number>>;
  /** Kept up to date for whoever has to stop it. */
  readonly asked: Asked;
}

/** Holds what the engine relies on; who reads flags and files has told its user before. */
export function checkOwnRun(
  { columns, settings, kept }: OwnBars & KnownBars,
  takesActions: boolean,
): void {
  invariant(!settings.fractional || settings.shorts === undefined, "nothing is short in parts");
  invariant(settings.path !== "ohlc" && !restsExits(settings), "wishes are traded at closes");
  const tickers = new Set(columns.map(({ ticker }) => ticker));
  invariant(tickers.size === columns.length, "each symbol comes in one set of columns");
  for (const [slot, one] of columns.entries()) {
    if (kept?.checked.has(one) !== true) checkBarColumns(one, columns[slot - 1]);
    kept?.checked.add(one);
    const isAdjusted = one.actions === undefined;
    invariant(takesActions || isAdjusted, "orders of a strategy are traded on adjusted bars");
  }
}
