import { invariant } from "@sevenfold/domain/invariant";
import type { BacktestReport } from "../backtest/backtest-report.ts";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";
import type { BarColumns } from "../backtest/bar-columns.ts";
import type { Market } from "../backtest/market.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import type { NullBasis } from "../metrics/null-returns.ts";
import { type KernelMarket, kernelMarketOf } from "./kernel-market.ts";
import { kernelBytesOf } from "./kernel-memory.ts";
import { kernelRuleGapOf } from "./kernel-rule.ts";
import { kernelRunner } from "./kernel-runner.ts";
import { nullOfBars } from "./null-of-bars.ts";
import type { TrialOutcome, TrialRunner } from "./trial-runner.ts";
import type { KernelMachine } from "./wasm-kernel.ts";

/** Whether all symbols trade from one cash, or each from an account of its own with all of it. */
export const SWEEP_ACCOUNTS = ["shared", "each"] as const;
export type SweepAccounts = (typeof SWEEP_ACCOUNTS)[number];

/** Bars made ready for any number of configurations; plain columns, so that threads may share them. */
export interface PreparedSweep {
  readonly columns: readonly BarColumns[];
  readonly accounts: SweepAccounts;
  /** What the kernel reads, for each account; undefined where the full engine has to run everything. */
  readonly markets: readonly KernelMarket[] | undefined;
  /** Why it has to. */
  readonly because: string | undefined;
  /** The trading days of all symbols in days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  /** What holding the same symbols, and the market, would have made on these days. */
  readonly basis: NullBasis;
  /** The market that is in it, where one was named. */
  readonly market?: Market;
}

/** What of a run a trial's outcome is made of. */
export type TradedPortfolio = Pick<
  BacktestReport,
  "book" | "totals" | "closes" | "closesHolding" | "equityCurve"
>;

/** What trades an account's symbols by settings: the engine, by the built-in rule or by another. */
export type PortfolioTrader = (
  columns: readonly BarColumns[],
  settings: BacktestSettings,
) => TradedPortfolio;

/** What of a run's settings its preparation asks: what holding costs, and who decides. */
export type SweptBase = Pick<BacktestSettings, "own" | "slippage">;

/** Of each thread: some hundred million bars. */
const KERNEL_BYTES_MAX = 2 ** 30;

export function prepareSweep(
  columns: readonly BarColumns[],
  accounts: SweepAccounts,
  { slippage, own }: SweptBase = {},
  market?: Market,
): PreparedSweep {
  const days = daysOf(columns);
  const basis = nullOfBars(columns, days, slippage, market);
  const made = { columns, accounts, days, basis, ...(market && { market }) };
  const unprepared = { ...made, markets: undefined };
  // The kernel knows the built-in rule alone.
  if (own !== undefined) return { ...unprepared, because: "a strategy of your own" };
  const markets: KernelMarket[] = [];
  for (const each of accounts === "shared" ? [columns] : columns.map((one) => [one])) {
    const market = kernelMarketOf(each);
    if (typeof market === "string") return { ...unprepared, because: market };
    markets.push(market);
  }
  if (KERNEL_BYTES_MAX < kernelBytesOf(markets))
    return { ...unprepared, because: "more bars than fit the kernel's memory" };
  return { ...made, markets, because: undefined };
}

/** What runs a sweep's trials, without `trade` by the built-in rule. */
export function openSweep(
  prepared: PreparedSweep,
  machine?: KernelMachine,
  trade: PortfolioTrader = runBacktest,
): TrialRunner {
  const { markets, days } = prepared;
  const engine = engineRunner(prepared, trade);
  if (markets === undefined || machine === undefined) return engine;
  return kernelRunner({ markets, days, machine, engine });
}

/** Why the full engine has to run this configuration; undefined where the kernel does. */
export const engineReasonOf = (
  { because }: PreparedSweep,
  settings: BacktestSettings,
): string | undefined => because ?? kernelRuleGapOf(settings);

/** The trading days of all symbols in days since 1970-01-01, ascending. */
export function daysOf(columns: readonly BarColumns[]): Int32Array {
  const days = new Set<number>();
  for (const { count, day, closesInSession } of columns)
    for (let bar = 0; bar < count; bar++)
      if (closesInSession === undefined || closesInSession[bar] === 1) days.add(day[bar]!);
  return Int32Array.from(days).sort();
}

function engineRunner(
  { columns, accounts, days }: PreparedSweep,
  trade: PortfolioTrader,
): TrialRunner {
  const portfolios = accounts === "shared" ? [columns] : columns.map((each) => [each]);
  const ends = portfolios.map(daysOf);
  return (settings, curve) => {
    curve.fill(0);
    const outcomes = portfolios.map((portfolio, place) => {
      const report = trade(portfolio, settings);
      addCurve(report, ends[place]!, days, { cash: settings.cash, curve });
      return report;
    });
    return totalOf(outcomes, settings.cash);
  };
}

function addCurve(
  { equityCurve }: TradedPortfolio,
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

function totalOf(reports: readonly TradedPortfolio[], cash: number): TrialOutcome {
  const sum = (of: (report: TradedPortfolio) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    initialEquity: cash * reports.length,
    finalEquity: sum(({ book }) => book.equity),
    trades: sum(({ totals }) => totals.trades),
    exits: sum(({ totals }) => totals.exits),
    wins: sum(({ totals }) => totals.wins),
    won: sum(({ totals }) => totals.won),
    lost: sum(({ totals }) => totals.lost),
    canceled: sum(({ totals }) => totals.canceled),
    exposure: sum(({ closesHolding }) => closesHolding) / sum(({ closes }) => closes),
  };
}
