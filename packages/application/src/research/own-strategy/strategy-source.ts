import type { Instant, Ticker } from "@sevenfold/domain/market";
import type { BacktestRun } from "../backtest/backtest-run.ts";
import { begun, faultOf, take, viewsOf } from "./asking.ts";
import { eachSymbol, type IndicatorsOf, linesIn } from "./each-symbol.ts";
import { openKeptAnswers } from "./kept-answers.ts";
import type { Asked, KnownBars, WishSource } from "./own-run.ts";
import { StrategyFault } from "./strategy-fault.ts";
import { INDICATORS, indicatorsOver } from "./strategy-indicators.ts";
import type { Bar, Indicators, Strategy, Target } from "./strategy-interface.ts";
import type { Wishes } from "./wishes.ts";

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
      (symbol, tools) => forEachSymbol({ ...setup, ...tools, symbol }),
      { indicatorsOf, linesIn: linesIn(known, kept, asked) },
      asked,
    );
  return allSymbols(
    (symbols, indicators) => forAllSymbols!({ ...setup, indicators, symbols }),
    indicatorsOf,
    asked,
  );
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
