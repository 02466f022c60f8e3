import type { BacktestSettings } from "@sevenfold/application/backtest/backtest-settings";
import {
  ACCOUNT_VALUE_MAX,
  type Bps,
  bps,
  dollarsOf,
  type Money,
  money,
  type Quantity,
  shares,
  unitsFromDecimal,
} from "@sevenfold/domain/money";
import {
  PATTERN_CONFIRMATIONS,
  type PatternConfirmation,
  RISK_DEFAULTS,
  RISK_LIMITS_NONE,
  type RiskLimits,
  STRATEGY_BOUNDS,
  STRATEGY_MODES,
  type Strategy,
} from "@sevenfold/domain/strategy";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { BarClock } from "../bars/bar-instants.ts";
import { isZone } from "../bars/zone-offset.ts";
import { usageFailure } from "../failure.ts";
import { choice } from "./choice-flag.ts";
import { type FillFlags, fillFlags, fillSettingsOf } from "./fill-flags.ts";
import { type WindowFlags, windowFlags } from "./window-flags.ts";

/** What the command line says, each value checked by itself. */
export interface BacktestFlags extends FillFlags, WindowFlags {
  readonly symbols: readonly string[];
  readonly mode: string;
  readonly buyDrop: Bps;
  readonly buyDropMax: Bps;
  readonly sellRise: Bps;
  readonly takeProfit: Bps;
  readonly stopLoss: Bps;
  readonly stop?: "on" | "off";
  readonly sharesToBuy: Quantity;
  readonly sharesToSell: Quantity;
  readonly maxPositionSize: Quantity;
  readonly minCashReserve: Money;
  readonly cash: Money;
  readonly patternConfirmation: PatternConfirmation;
  readonly limits: "default" | "none";
  readonly session: BarClock["session"];
  /** A file or a folder. */
  readonly actions?: string;
  readonly tz: string;
  readonly json: boolean;
}

const { tradeBps, stopLossBps, sharesPerOrder, maxPositionSize, minCashReserveDollars } =
  STRATEGY_BOUNDS;

/** The flags of the strategy, the account and the simulated market. docs/backtesting.md */
export function addBacktestFlags(command: Command): Command {
  const flags = [
    flag("--symbols <list>", "symbols to trade, or names for the files in order")
      .argParser(symbolList)
      .default([], "every symbol of the files"),
    choice("--mode <mode>", "strategy", ["trailing", "simple", "hybrid"]).default("trailing"),
    flag("--buy-drop <rate>", "fall from the high that enters")
      .argParser(rate(tradeBps))
      .default(bps(400), "0.04"),
    flag("--buy-drop-max <rate>", "hybrid: deepest fall that enters")
      .argParser(rate(tradeBps))
      .default(bps(500), "0.05"),
    flag("--sell-rise <rate>", "trailing, hybrid: rise from the low that leaves")
      .argParser(rate(tradeBps))
      .default(bps(400), "0.04"),
    flag("--take-profit <rate>", "simple, hybrid: gain on the entry that leaves")
      .argParser(rate(tradeBps))
      .default(bps(400), "0.04"),
    flag("--stop-loss <rate>", "loss on the entry that sells all")
      .argParser(rate(stopLossBps))
      .default(bps(1_000), "0.10"),
    choice("--stop <switch>", "whether the stop-loss works: on in hybrid, else off", ["on", "off"]),
    flag("--shares-to-buy <n>", "shares of an entry")
      .argParser(shareCount(sharesPerOrder))
      .default(shares(10)),
    flag("--shares-to-sell <n>", "shares of an exit")
      .argParser(shareCount(sharesPerOrder))
      .default(shares(10)),
    flag("--max-position-size <n>", "most shares of a symbol")
      .argParser(shareCount(maxPositionSize))
      .default(shares(50)),
    flag("--min-cash-reserve <dollars>", "cash that entries leave untouched")
      .argParser(dollars(minCashReserveDollars))
      .default(money(10_000_000), "1000"),
    flag("--cash <dollars>", "what the account begins with")
      .argParser(dollars({ min: 1, max: dollarsOf(ACCOUNT_VALUE_MAX) }))
      .default(money(1_000_000_000), "100000"),
    choice(
      "--pattern-confirmation <rule>",
      "bar patterns: not asked for, named beside decisions, or waited for by entries",
      PATTERN_CONFIRMATIONS,
    ).default("off"),
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
    flag("--json", "print one JSON document").default(false, "a table"),
  ];
  for (const each of flags) command.addOption(each);
  return command;
}

const flag = (flags: string, description: string): Option => new Option(flags, description);

/** The run the flags ask for. Throws a usage `Failure` when they contradict each other. */
export function backtestSettingsOf(flags: BacktestFlags): BacktestSettings {
  const strategy = strategyOf(flags);
  if (strategy.mode === "HYBRID" && strategy.buyDropMaxBps < strategy.buyDropBps)
    throw usageFailure(
      "Entry range invalid: Minimum drop % must be less than or equal to maximum drop %. (--buy-drop, --buy-drop-max)",
    );
  return {
    strategy,
    limits: limitsOf(flags),
    cash: flags.cash,
    ...fillSettingsOf(flags, strategy),
  };
}

function strategyOf(flags: BacktestFlags): Strategy {
  const mode = STRATEGY_MODES.find((known) => known === flags.mode.toUpperCase()) ?? "TRAILING";
  return {
    mode,
    buyDropBps: flags.buyDrop,
    buyDropMaxBps: flags.buyDropMax,
    sellRiseBps: flags.sellRise,
    takeProfitBps: flags.takeProfit,
    stopLossBps: flags.stopLoss,
    stopLossEnabled: flags.stop === undefined ? mode === "HYBRID" : flags.stop === "on",
    sharesToBuy: flags.sharesToBuy,
    sharesToSell: flags.sharesToSell,
    maxPositionSize: flags.maxPositionSize,
    minCashReserve: flags.limits === "none" ? money(0) : flags.minCashReserve,
    patternConfirmation: flags.patternConfirmation,
  };
}

const limitsOf = ({ limits }: BacktestFlags): RiskLimits =>
  limits === "none"
    ? RISK_LIMITS_NONE
    : {
        ...RISK_DEFAULTS,
        maxPositionBps: bps(RISK_DEFAULTS.maxPositionBps),
        dailyLossBps: bps(RISK_DEFAULTS.dailyLossBps),
      };

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** "0.04", "4" and "4%" are 400 basis points; "1" is 100%, as design and forms read it. */
const rate = (bounds: Bounds) => (text: string) => {
  const isPercent = text.endsWith("%");
  const units = exactUnits(isPercent ? text.slice(0, -1) : text);
  if (units === undefined)
    throw new InvalidArgumentError("It is a number such as 0.04, 4 or 4%, in whole basis points.");
  const points = isPercent || 10_000 < units ? units / 100 : units;
  if (points < bounds.min || bounds.max < points)
    throw new InvalidArgumentError(
      `It is ${points / 100}%, not between ${bounds.min / 100}% and ${bounds.max / 100}%: write ${bounds.min / 10_000} to ${bounds.max / 10_000}.`,
    );
  if (!Number.isInteger(points))
    throw new InvalidArgumentError("It must be whole basis points, such as 0.0425.");
  return bps(points);
};

/** Ten-thousandths, exactly: `undefined` where digits would be lost. */
function exactUnits(text: string): number | undefined {
  const full = text.startsWith(".") ? `0${text}` : text;
  if (/\.\d{4}\d*[1-9]/.test(full)) return undefined;
  return unitsFromDecimal(full);
}

const shareCount = (bounds: Bounds) => (text: string) => {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(bounds.min <= count && count <= bounds.max))
    throw new InvalidArgumentError(
      `It is a whole number of shares from ${bounds.min} to ${bounds.max}.`,
    );
  return shares(count);
};

const dollars = (bounds: Bounds) => (text: string) => {
  const units = exactUnits(text);
  if (units === undefined || units < bounds.min * 10_000 || bounds.max * 10_000 < units)
    throw new InvalidArgumentError(
      `It is an amount of dollars from ${bounds.min} to ${bounds.max}.`,
    );
  return money(units);
};

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
