import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import {
  ACCOUNT_VALUE_MAX,
  decimalOf,
  type Money,
  money,
  NO_MONEY,
  UNITS_PER_DOLLAR,
} from "@sevenfold/domain/money";
import { RISK_DEFAULTS, RISK_LIMITS_NONE } from "@sevenfold/domain/strategy";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { BarClock } from "../bars/bar-instants.ts";
import { isZone } from "../bars/zone-offset.ts";
import { usageFailure } from "../failure.ts";
import { type BenchmarkFlags, benchmarkFlags } from "./benchmark-flags.ts";
import { choice } from "./choice-flag.ts";
import { intervalFlag } from "./data-flags.ts";
import { type FillFlags, fillFlags, fillSettingsOf } from "./fill-flags.ts";
import { dollarsFlag, type StrategyFlags, strategyFlags, strategyOf } from "./setting-flags.ts";
import { type WindowFlags, windowFlags } from "./window-flags.ts";

/** What the command line says, each value checked by itself. */
export interface BacktestFlags extends BenchmarkFlags, FillFlags, StrategyFlags, WindowFlags {
  readonly symbols: readonly string[];
  readonly cash: Money;
  readonly limits: "default" | "none";
  readonly session: BarClock["session"];
  /** A file or a folder. */
  readonly actions?: string;
  readonly tz: string;
  /** Of a data folder's bars. */
  readonly interval?: string;
  readonly json: boolean;
}

/** The flags of the strategy, the account and the simulated market. docs/backtesting.md */
export function addBacktestFlags(command: Command): Command {
  const flags = [
    flag("--symbols <list>", "symbols to trade, or names for the files in order")
      .argParser(symbolList)
      .default([], "every symbol of the files"),
    ...strategyFlags(),
    flag("--cash <dollars>", "what the account begins with")
      .argParser(dollarsFlag({ min: UNITS_PER_DOLLAR, max: ACCOUNT_VALUE_MAX }))
      .default(money(1_000_000_000), "100000"),
    ...fillFlags(),
    flag("--actions <path>", "splits and dividends: a CSV file, or a folder of them"),
    ...windowFlags(),
    choice("--limits <set>", "risk limits in force", ["default", "none"]).default("default"),
    choice("--session <rule>", "bars that trade: all, or those in NYSE hours", [
      "data",
      "xnys",
    ]).default("data"),
    flag("--tz <zone>", "zone of times without an offset")
      .argParser(zone)
      .default("America/New_York"),
    intervalFlag("which bars of a data folder trade, such as 1d or 5m"),
    ...benchmarkFlags(),
    flag("--json", "print one JSON document").default(false, "a table"),
  ];
  for (const each of flags) command.addOption(each);
  return command;
}

const flag = (flags: string, description: string): Option => new Option(flags, description);

/** The run the flags ask for. Throws a usage `Failure` when they contradict each other. */
export function backtestSettingsOf(flags: BacktestFlags): BacktestSettings {
  const strategy =
    flags.limits === "none"
      ? { ...strategyOf(flags), minCashReserve: NO_MONEY }
      : strategyOf(flags);
  if (strategy.mode === "HYBRID" && strategy.buyDropMaxBps < strategy.buyDropBps)
    throw usageFailure(
      "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %. (--buy-drop, --buy-drop-max)",
    );
  return {
    strategy,
    limits: flags.limits === "none" ? RISK_LIMITS_NONE : RISK_DEFAULTS,
    cash: flags.cash,
    ...fillSettingsOf(flags, strategy),
  };
}

const symbolList = (text: string): readonly string[] =>
  text
    .split(",")
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== "");

function zone(text: string): string {
  if (!isZone(text))
    throw new InvalidArgumentError('It is a zone of the tz database, such as "Europe/Berlin".');
  return text;
}

/** In words, that the reserve leaves no cash to buy for, ever. */
export function reserveWarningsOf({
  cash,
  strategy: { minCashReserve },
}: Pick<BacktestSettings, "cash" | "strategy">): readonly string[] {
  return minCashReserve < cash
    ? []
    : [
        `--cash ${decimalOf(cash)} is no more than the reserve of ${decimalOf(minCashReserve)}, which entries leave untouched: nothing is ever bought; lower --min-cash-reserve`,
      ];
}
