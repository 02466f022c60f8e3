import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { askLoopOf } from "./ask-loop.ts";
import { barViewOf, equityAtCloses } from "./bar-view.ts";
import { openKeptAnswers } from "./kept-answers.ts";
import { type Asked, askedAt, type KnownBars, type WishSource } from "./own-run.ts";
import { closeTogether } from "./quiet-stretch.ts";
import { StrategyFault } from "./strategy-fault.ts";
import { INDICATORS, indicatorsOver } from "./strategy-indicators.ts";
import type { Bar, Indicators, Strategy, Target } from "./strategy-interface.ts";
import { grant, isMet, type Wishes, wish } from "./wishes.ts";

export type { Asked } from "./own-run.ts";

/**
 * Asks a strategy at every close. `asked` is kept up to date for whoever has to stop it. Of bars that
 * are all `known` its indicators are reckoned ahead.
 */
export function strategySource(
  strategy: Strategy,
  parameters: Readonly<Record<string, number>>,
  asked: Asked,
  known?: KnownBars,
): WishSource {
  const setup = { parameters: Object.freeze({ ...parameters }) };
  const { forEachSymbol, forAllSymbols } = strategy;
  const kept = known?.kept ?? openKeptAnswers();
  const indicatorsOf: IndicatorsOf = (run, slots) =>
    known === undefined ? INDICATORS : indicatorsOver(run, slots, kept);
  if (forEachSymbol !== undefined)
    return eachSymbol(
      (symbol, indicators) => forEachSymbol({ ...setup, indicators, symbol }),
      indicatorsOf,
      asked,
    );
  return allSymbols(
    (symbols, indicators) => forAllSymbols!({ ...setup, indicators, symbols }),
    indicatorsOf,
    asked,
  );
}

type IndicatorsOf = (run: BacktestRun, slots: readonly number[]) => Indicators;

type PerBar = (bar: Bar) => Target | undefined;

function eachSymbol(
  begin: (symbol: string, indicators: Indicators) => PerBar,
  indicatorsOf: IndicatorsOf,
  asked: Asked,
): WishSource {
  let views: readonly Bar[] = [];
  let deciders: readonly PerBar[] = [];
  let named: readonly (readonly string[])[] = [];
  const beginAt = (run: BacktestRun, at: number) => {
    views = viewsOf(run);
    named = views.map(({ symbol }) => [symbol]);
    deciders = views.map(({ symbol }, slot) =>
      begun(() => begin(symbol, indicatorsOf(run, [slot])), asked, at, [symbol]),
    );
  };
  return {
    wish(run, batch, wishes) {
      if (views.length === 0) beginAt(run, batch.at);
      for (let row = 0; row < batch.count; row += 1) {
        const slot = batch.slots[row]!;
        asked.at = batch.at;
        asked.symbols = named[slot]!;
        ask(slot, wishes);
      }
    },
    quiet(run, wishes, from, to) {
      if (views.length === 0) beginAt(run, run.columns[0]!.closesAt[from]!);
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
      bars[0] = bar;
      asked.at = closesAt[bar]!;
      const target = loop === undefined ? decider(view) : loop(view, bar, to);
      if (target === undefined || target === null) {
        if (loop === undefined) continue;
        break;
      }
      bar = bars[0]!;
      asked.at = closesAt[bar]!;
      takeNew(run, wishes, 0, target);
      if (0 < wishes.standing) return bar;
    }
    return to;
  }

  function askAll(run: BacktestRun, wishes: Wishes, from: number, to: number): number {
    const { bars } = run;
    const { closesAt } = run.columns[0]!;
    for (let bar = from; bar < to; bar += 1) {
      bars.fill(bar);
      asked.at = closesAt[bar]!;
      for (let slot = 0; slot < deciders.length; slot += 1) {
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

type PerInstant = (bars: readonly Bar[]) => Readonly<Record<string, Target>> | undefined;

function allSymbols(
  begin: (symbols: readonly string[], indicators: Indicators) => PerInstant,
  indicatorsOf: IndicatorsOf,
  asked: Asked,
): WishSource {
  let views: readonly Bar[] = [];
  let symbols: readonly string[] = [];
  let decider: PerInstant = () => undefined;
  const beginAt = (run: BacktestRun, at: number) => {
    views = Object.freeze(viewsOf(run));
    symbols = Object.freeze(views.map(({ symbol }) => symbol));
    const indicators = indicatorsOf(run, [...views.keys()]);
    decider = begun(() => begin(symbols, indicators), asked, at, symbols);
  };
  return {
    wish(run, batch, wishes) {
      if (views.length === 0) beginAt(run, batch.at);
      const closing = Array.from({ length: batch.count }, (_, row) => views[batch.slots[row]!]!);
      ask(run, Object.freeze(closing), batch.at, wishes);
    },
    quiet(run, wishes, from, to) {
      const { closesAt } = run.columns[0]!;
      if (views.length === 0) beginAt(run, closesAt[from]!);
      for (let bar = from; bar < to; bar += 1) {
        run.bars.fill(bar);
        ask(run, views, closesAt[bar]!, wishes);
        if (0 < wishes.standing) return bar;
      }
      return to;
    },
  };

  function ask(run: BacktestRun, bars: readonly Bar[], at: number, wishes: Wishes): void {
    asked.at = at;
    asked.symbols = bars === views ? symbols : bars.map(({ symbol }) => symbol);
    try {
      const targets = decider(bars);
      if (targets !== undefined && targets !== null) takeAll(run, targets, wishes);
    } catch (error) {
      throw faultOf(error, asked);
    }
  }

  function takeAll(run: BacktestRun, targets: unknown, wishes: Wishes): void {
    const fault = (what: string) => new StrategyFault(what, asked.at as Instant, asked.symbols);
    if (typeof targets !== "object") throw fault("it answers no targets by symbol");
    for (const [symbol, target] of Object.entries(targets as object)) {
      asked.symbols = [symbol];
      const slot = run.book.slots.get(symbol as Ticker);
      if (slot === undefined)
        throw fault(`it wants ${symbol}, of which there are no bars; there are ${someOf(symbols)}`);
      take(wishes, slot, target, asked);
    }
  }
}

const SYMBOLS_NAMED = 6;

function someOf(symbols: readonly string[]): string {
  const more = symbols.length - SYMBOLS_NAMED;
  const named = symbols.slice(0, SYMBOLS_NAMED).join(", ");
  return 0 < more ? `${named} and ${more} more` : named;
}

function viewsOf(run: BacktestRun): readonly Bar[] {
  const equityOf = closeTogether(run.columns) ? equityAtCloses : undefined;
  return run.columns.map((_, slot) => barViewOf(run, slot, equityOf));
}

function begun<Decider>(
  begin: () => Decider,
  asked: Asked,
  at: number,
  symbols: readonly string[],
): Decider {
  asked.at = at;
  asked.symbols = symbols;
  try {
    const decider = begin();
    if (typeof decider === "function") return decider;
  } catch (error) {
    throw faultOf(error, asked);
  }
  throw new StrategyFault("it is begun and answers no function", at as Instant, symbols);
}

/** Its fields may be functions of the strategy's: read within the guard, and once. */
function take(wishes: Wishes, slot: number, target: unknown, asked: Asked): void {
  const wrong = wish(wishes, slot, target as Target);
  if (wrong !== undefined) throw new StrategyFault(wrong, asked.at as Instant, asked.symbols);
}

/** An error of another realm is no `Error` of ours. */
function faultOf(error: unknown, asked: Asked): StrategyFault {
  if (error instanceof StrategyFault) return error;
  const message = (error as { readonly message?: unknown } | undefined)?.message;
  const words = typeof message === "string" ? message : String(error);
  return new StrategyFault(`it throws: ${words}`, asked.at as Instant, asked.symbols, error);
}
