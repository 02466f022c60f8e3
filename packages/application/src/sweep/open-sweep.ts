import { invariant } from "@sevenfold/domain/invariant";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { kernelBarsOf } from "./kernel-bars.ts";
import { kernelRuleGapOf, kernelRuleOf } from "./kernel-rule.ts";
import { type KernelSymbol, kernelSymbolOf } from "./kernel-walk.ts";
import { runKernel } from "./run-kernel.ts";

/** Whether all symbols trade from one cash, or each from an account of its own with all of it. */
export const SWEEP_ACCOUNTS = ["shared", "each"] as const;
export type SweepAccounts = (typeof SWEEP_ACCOUNTS)[number];

/** What one configuration came to, over all symbols. Amounts in ten-thousandths of a dollar. */
export interface TrialOutcome {
  readonly initialEquity: number;
  readonly finalEquity: number;
  readonly trades: number;
  readonly exits: number;
  readonly wins: number;
  readonly won: number;
  readonly lost: number;
  readonly canceled: number;
  /** Share of the closes at which something was held. */
  readonly exposure: number;
}

/** Bars made ready for any number of configurations; plain columns, so that threads may share them. */
export interface PreparedSweep {
  readonly columns: readonly BarColumns[];
  readonly accounts: SweepAccounts;
  /** What the kernel reads; undefined where the full engine has to run everything. */
  readonly symbols: readonly KernelSymbol[] | undefined;
  /** Why it has to. */
  readonly because: string | undefined;
  /** The trading days of all symbols in days since 1970-01-01, ascending. */
  readonly days: Int32Array;
}

export function prepareSweep(
  columns: readonly BarColumns[],
  accounts: SweepAccounts,
): PreparedSweep {
  const days = daysOf(columns);
  const unprepared = { columns, accounts, symbols: undefined, days };
  if (1 < columns.length && accounts === "shared")
    return { ...unprepared, because: "several symbols share one account" };
  const symbols: KernelSymbol[] = [];
  for (const each of columns) {
    const bars = kernelBarsOf(each);
    if (typeof bars === "string") return { ...unprepared, because: bars };
    symbols.push(kernelSymbolOf(bars));
  }
  return { columns, accounts, symbols, because: undefined, days };
}

/**
 * Runs one configuration and writes equity at the end of each day into the curve. What the kernel
 * does not do of it, the full engine does.
 */
export type TrialRunner = (settings: BacktestSettings, curve: Float64Array) => TrialOutcome;

export function openSweep(prepared: PreparedSweep): TrialRunner {
  const engine = engineRunner(prepared);
  return prepared.symbols === undefined
    ? engine
    : kernelRunner(prepared.symbols, prepared.days, engine);
}

/** Why the full engine has to run this configuration; undefined where the kernel does. */
export function engineReasonOf(
  { because, symbols = [] }: PreparedSweep,
  settings: BacktestSettings,
): string | undefined {
  return because ?? symbols.map(({ bars }) => kernelRuleGapOf(settings, bars)).find(isReason);
}

const isReason = (gap: string | undefined): gap is string => gap !== undefined;

function daysOf(columns: readonly BarColumns[]): Int32Array {
  const days = new Set<number>();
  for (const { count, day, closesInSession } of columns)
    for (let bar = 0; bar < count; bar++)
      if (closesInSession === undefined || closesInSession[bar] === 1) days.add(day[bar]!);
  return Int32Array.from(days).sort();
}

function kernelRunner(
  symbols: readonly KernelSymbol[],
  days: Int32Array,
  engine: TrialRunner,
): TrialRunner {
  const dailies = symbols.map(({ bars }) => new Float64Array(bars.days));
  return (settings, curve) => {
    if (symbols.some(({ bars }) => kernelRuleGapOf(settings, bars) !== undefined))
      return engine(settings, curve);
    const rule = kernelRuleOf(settings);
    const outcomes = symbols.map((symbol, place) => {
      const outcome = runKernel(symbol, rule, { curve: dailies[place]! });
      return { ...outcome, places: symbol.bars.places };
    });
    sumCurves(symbols, dailies, days, { cash: settings.cash, curve });
    const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
      outcomes.reduce((total, outcome) => total + of(outcome), 0);
    return {
      initialEquity: settings.cash * symbols.length,
      finalEquity: sum(({ finalEquity }) => finalEquity),
      trades: sum(({ buys, sells }) => buys + sells),
      exits: sum(({ sells }) => sells),
      wins: sum(({ wins }) => wins),
      won: sum(({ won }) => won),
      lost: sum(({ lost }) => lost),
      canceled: sum(({ canceled }) => canceled),
      exposure: sum(({ closesHolding }) => closesHolding) / sum(({ places }) => places),
    };
  };
}

/** Equity of all accounts on each day: on a day a symbol does not trade it is worth what it was. */
function sumCurves(
  symbols: readonly KernelSymbol[],
  dailies: readonly Float64Array[],
  days: Int32Array,
  { cash, curve }: { readonly cash: number; readonly curve: Float64Array },
): void {
  curve.fill(0);
  symbols.forEach(({ bars: { dayNumber } }, place) => {
    const daily = dailies[place]!;
    let [equity, next] = [cash, 0];
    for (let day = 0; day < days.length; day++) {
      if (dayNumber[next] === days[day]) equity = daily[next++]!;
      curve[day]! += equity;
    }
  });
}

function engineRunner({ columns, accounts, days }: PreparedSweep): TrialRunner {
  const portfolios = accounts === "shared" ? [columns] : columns.map((each) => [each]);
  const ends = portfolios.map(daysOf);
  return (settings, curve) => {
    curve.fill(0);
    const outcomes = portfolios.map((portfolio, place) => {
      const report = runBacktest(portfolio, settings);
      addCurve(report, ends[place]!, days, { cash: settings.cash, curve });
      return report;
    });
    return totalOf(outcomes, settings.cash);
  };
}

function addCurve(
  { equityCurve }: BacktestReport,
  own: Int32Array,
  days: Int32Array,
  { cash, curve }: { readonly cash: number; readonly curve: Float64Array },
): void {
  invariant(equityCurve.length === own.length, "the engine tells equity of every day");
  let [equity, next] = [cash, 0];
  for (let day = 0; day < days.length; day++) {
    if (own[next] === days[day]) equity = equityCurve[next++]!.equity;
    curve[day]! += equity;
  }
}

function totalOf(reports: readonly BacktestReport[], cash: number): TrialOutcome {
  const sum = (of: (report: BacktestReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const sales = reports.flatMap(({ trades }) => trades.filter(({ side }) => side === "sell"));
  const amounts = sales.map(({ realized }) => realized as number);
  const winning = amounts.filter((amount) => 0 < amount);
  const losing = amounts.filter((amount) => amount <= 0);
  return {
    initialEquity: cash * reports.length,
    finalEquity: sum(({ book }) => book.equity),
    trades: sum(({ trades }) => trades.length),
    exits: sales.length,
    wins: winning.length,
    won: winning.reduce((total, amount) => total + amount, 0),
    lost: -losing.reduce((total, amount) => total + amount, 0),
    canceled: sum(({ canceled }) => canceled.length),
    exposure: sum(({ closesHolding }) => closesHolding) / sum(({ closes }) => closes),
  };
}
