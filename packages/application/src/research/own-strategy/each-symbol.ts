import type { BacktestRun } from "../backtest/backtest-run.ts";
import { askLoopOf } from "./ask-loop.ts";
import { begun, faultOf, take, viewsOf } from "./asking.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { fedLines, knownLines, type LineSource } from "./lines.ts";
import { type Asked, askedAt, type KnownBars, type WishSource } from "./own-run.ts";
import type { Bar, Indicators, Strategy, Target } from "./strategy-interface.ts";
import { firstReached, isReached, openWakeBounds, readBounds, sleep, wake } from "./wake-bounds.ts";
import { grant, isMet, type Wishes } from "./wishes.ts";

type LinesIn = (
  run: BacktestRun,
  isBegun: () => boolean,
) => LineSource & { feed?(slot: number): void };

/** Of bars that are not known a line is fed with each close as it comes. */
export const linesIn =
  (known: KnownBars | undefined, kept: KeptAnswers, asked: Asked): LinesIn =>
  (run, isBegun) => {
    const { columns, bars } = run;
    const hasClosed = (slot: number) =>
      isBegun() && columns[slot]!.closesAt[bars[slot]!]! <= askedAt(asked);
    return known === undefined ? fedLines(run) : knownLines(run, kept, hasClosed);
  };

export type IndicatorsOf = (run: BacktestRun, slots: readonly number[]) => Indicators;

type PerBar = (bar: Bar) => Target | undefined;

/** What a strategy of one symbol is begun with, beside its name. */
type Tools = Pick<
  Parameters<NonNullable<Strategy["forEachSymbol"]>>[0],
  "indicators" | "lines" | "wakeAt"
>;

export interface ToolsOf {
  readonly indicatorsOf: IndicatorsOf;
  readonly linesIn: LinesIn;
}

export function eachSymbol(
  begin: (symbol: string, tools: Tools) => PerBar,
  toolsOf: ToolsOf,
  asked: Asked,
): WishSource {
  let views: readonly Bar[] = [];
  let deciders: readonly PerBar[] = [];
  let named: readonly (readonly string[])[] = [];
  let bounds = openWakeBounds(0);
  let feed: ((slot: number) => void) | undefined;
  /** Its number is not 0 once a strategy began to wait, since it was set to 0. */
  const stirred = new Int32Array(1);
  const beginAt = (run: BacktestRun, at: number) => {
    // While it is begun it has seen nothing: no line has a value.
    let isBegun = false;
    const lines = toolsOf.linesIn(run, () => isBegun);
    ({ feed } = lines);
    bounds = openWakeBounds(run.columns.length);
    views = viewsOf(run);
    named = views.map(({ symbol }) => [symbol]);
    deciders = views.map(({ symbol }, slot) => {
      const wakeAt = (until: unknown, crossed?: unknown) => {
        const found = readBounds(until, { slot, source: lines, crossed });
        if (found === undefined) wake(bounds, slot);
        else sleep(bounds, slot, found);
        stirred[0] = 1;
      };
      const tools = {
        indicators: toolsOf.indicatorsOf(run, [slot]),
        lines: lines.linesOf(slot),
        wakeAt,
      };
      return begun(() => begin(symbol, tools), asked, at, [symbol]);
    });
    isBegun = true;
  };
  return {
    wish(run, batch, wishes) {
      if (views.length === 0) beginAt(run, batch.at);
      for (let row = 0; row < batch.count; row += 1) {
        const slot = batch.slots[row]!;
        asked.at = batch.at;
        feed?.(slot);
        if (0 < bounds.sleeping && !hears(run, slot)) continue;
        asked.symbols = named[slot]!;
        ask(slot, wishes);
      }
    },
    quiet(run, wishes, from, to) {
      if (views.length === 0) beginAt(run, run.columns[0]!.closesAt[from]!);
      // What is fed close by close is asked so.
      if (feed !== undefined) return from;
      try {
        return views.length === 1 ? askOne(run, wishes, from, to) : askAll(run, wishes, from, to);
      } catch (error) {
        asked.at = askedAt(asked);
        throw faultOf(error, asked);
      } finally {
        asked.clock = undefined;
      }
    },
  };

  /** Of a single symbol all that stays the same is said once: the loop does little but ask. */
  function askOne(run: BacktestRun, wishes: Wishes, from: number, to: number): number {
    const { bars } = run;
    const { closesAt } = run.columns[0]!;
    const decider = deciders[0]!;
    const view = views[0]!;
    asked.symbols = named[0]!;
    const loop = askLoopOf(decider);
    asked.clock = loop && (() => closesAt[bars[0]!]!);
    for (let bar = from; bar < to; bar += 1) {
      if (0 < bounds.sleeping) {
        bar = firstReached(bounds, run.columns, bar, to);
        if (bar === to) break;
        wake(bounds, 0);
      }
      bars[0] = bar;
      asked.at = closesAt[bar]!;
      stirred[0] = 0;
      const target = loop === undefined ? decider(view) : loop(view, bar, to, stirred);
      bar = bars[0]!;
      if (target === undefined || target === null) continue;
      asked.at = closesAt[bar]!;
      takeNew(run, wishes, 0, target);
      if (0 < wishes.standing) return bar;
    }
    return to;
  }

  /** The close that a symbol waited for ends its waiting. */
  function hears({ columns, bars }: BacktestRun, slot: number): boolean {
    const bar = bars[slot]!;
    if (!isReached(bounds, slot, columns[slot]!.close[bar]!, bar)) return false;
    wake(bounds, slot);
    return true;
  }

  function askAll(run: BacktestRun, wishes: Wishes, from: number, to: number): number {
    const { bars } = run;
    const { closesAt } = run.columns[0]!;
    for (let bar = from; bar < to; bar += 1) {
      if (bounds.sleeping === deciders.length) {
        bar = firstReached(bounds, run.columns, bar, to);
        if (bar === to) break;
      }
      bars.fill(bar);
      asked.at = closesAt[bar]!;
      for (let slot = 0; slot < deciders.length; slot += 1) {
        if (0 < bounds.sleeping && !hears(run, slot)) continue;
        asked.symbols = named[slot]!;
        const target = deciders[slot]!(views[slot]!);
        if (target !== undefined && target !== null) takeNew(run, wishes, slot, target);
      }
      if (0 < wishes.standing) return bar;
    }
    return to;
  }

  /** What is held already is wanted no more. */
  function takeNew(run: BacktestRun, wishes: Wishes, slot: number, target: unknown): void {
    take(wishes, slot, target, asked);
    if (isMet(wishes, slot, run.book.held[slot]!)) grant(wishes, slot);
  }

  /** Without a closure: it is called at every close of every symbol. */
  function ask(slot: number, wishes: Wishes): void {
    try {
      const target = deciders[slot]!(views[slot]!);
      if (target !== undefined && target !== null) take(wishes, slot, target, asked);
    } catch (error) {
      throw faultOf(error, asked);
    }
  }
}
