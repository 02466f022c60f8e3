import { invariant } from "@sevenfold/domain/invariant";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { kernelBarsOf } from "./kernel-bars.ts";
import { kernelRuleGapOf } from "./kernel-rule.ts";
import { kernelRunner } from "./kernel-runner.ts";
import { type KernelSymbol, kernelSymbolOf } from "./kernel-walk.ts";
import type { KernelMachine } from "./wasm-kernel.ts";

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
 * does not do of it, the full engine does. With a machine or without, the numbers are the same.
 */
export type TrialRunner = (settings: BacktestSettings, curve: Float64Array) => TrialOutcome;

export function openSweep(prepared: PreparedSweep, machine?: KernelMachine): TrialRunner {
  const { symbols, days } = prepared;
  const engine = engineRunner(prepared);
  return symbols === undefined ? engine : kernelRunner({ symbols, days, machine, engine });
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
