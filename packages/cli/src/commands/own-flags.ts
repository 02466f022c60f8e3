import type { BacktestSettings } from "@sevenfold/application/research/backtest/backtest-settings";
import type { BarColumns } from "@sevenfold/application/research/backtest/bar-columns";
import { BPS_PER_ONE, shares } from "@sevenfold/domain/money";
import type { SettingFlag } from "@sevenfold/domain/setting-row";
import { STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import { type Command, InvalidArgumentError, Option } from "commander";
import { usageFailure } from "../failure.ts";
import { percent } from "../report/amounts.ts";
import type { OwnDecider } from "../strategy/own-backtest.ts";
import { type BacktestFlags, backtestSettingsOf } from "./backtest-flags.ts";
import type { SetFlag } from "./set-flag.ts";
import { wholeNumber } from "./whole-number.ts";

/** Who decides in the built-in rule's place. */
export interface OwnFlags extends SetFlag {
  readonly strategy?: string;
  readonly signals?: string;
  /** Seconds. */
  readonly strategyTimeout: number;
  /** Megabytes. */
  readonly strategyMemory: number;
  /** Signals may be below 0. */
  readonly shorts: boolean;
  /** Millionths of the value a year. */
  readonly borrowRate: number;
  /** Parts of shares are traded, also where a strategy's file does not say so. */
  readonly fractional: boolean;
}

/** Millionths: 0.3% a year, about what brokers take for shares that are easy to borrow. */
const BORROW_RATE = 3_000;
const MILLIONTHS_PER_PERCENT = 10_000;
const PERCENT_MAX = 1_000;

function borrowRate(text: string): number {
  const percent = /^\d{1,4}(\.\d{1,4})?%?$/.test(text) ? Number(text.replace("%", "")) : Number.NaN;
  if (!(percent <= PERCENT_MAX))
    throw new InvalidArgumentError(
      `It is a percentage a year from 0 to ${PERCENT_MAX} with at most four decimals, such as 0.3%.`,
    );
  return Math.round(percent * MILLIONTHS_PER_PERCENT);
}

const SECONDS_MAX = 3_600;
const SECONDS = 10;
const MEGABYTES_LEAST = 16;
const MEGABYTES_MAX = 65_536;
const MEGABYTES = 1_024;

export const addOwnFlags = (command: Command): Command =>
  command
    .addOption(
      new Option("--strategy <file>", "a strategy of your own, TypeScript or JavaScript").default(
        undefined,
        "the built-in rule",
      ),
    )
    .addOption(
      new Option(
        "--signals <file>",
        "target weights from a CSV or Parquet file: time, symbol, weight",
      ).default(undefined, "the built-in rule"),
    )
    .addOption(
      new Option("--strategy-timeout <seconds>", "how long a strategy may go without an answer")
        .argParser(wholeNumber(1, SECONDS_MAX))
        .default(SECONDS),
    )
    .addOption(
      new Option("--strategy-memory <megabytes>", "how much a strategy and its run may hold")
        .argParser(wholeNumber(MEGABYTES_LEAST, MEGABYTES_MAX))
        .default(MEGABYTES),
    )
    .addOption(
      new Option("--shorts", "signals may be below 0: sell short").default(
        false,
        "a weight below 0 is refused",
      ),
    )
    .addOption(
      new Option("--borrow-rate <percent>", "what shares that are sold short cost a year")
        .argParser(borrowRate)
        .default(BORROW_RATE, "0.3%"),
    )
    .addOption(
      new Option("--fractional", "trade parts of a share, to nine decimals").default(
        false,
        "whole shares",
      ),
    );

export const isOwn = ({ strategy, signals }: OwnFlags): boolean =>
  strategy !== undefined || signals !== undefined;

type Typed = Readonly<Record<string, string>>;

/** What means nothing to another strategy. */
const RULE_FLAGS: readonly string[] = Object.values(STRATEGY_SETTINGS)
  .map(({ flag }): SettingFlag => flag)
  .filter(({ limitsAll }) => !limitsAll)
  .map(({ name }) => name);

/** No order is as large: a limit of the built-in rule's size that binds only where it is typed. */
const NO_SIZE_LIMIT = shares(1_000_000_000);

/** The run that the flags ask for. Throws a usage `Failure` where they ask for the rule too. */
export function ownSettingsOf(flags: BacktestFlags & OwnFlags, typed: Typed): BacktestSettings {
  const flag = flags.strategy === undefined ? "--signals" : "--strategy";
  if (flags.strategy !== undefined && flags.signals !== undefined)
    throw usageFailure("--strategy and --signals both say what to hold; give one of them");
  const ofRule = RULE_FLAGS.find((name) => typed[name] !== undefined);
  if (ofRule !== undefined)
    throw usageFailure(`--${ofRule} is of the built-in rule and means nothing to ${flag}`);
  if (flags.signals !== undefined && flags.set.length !== 0)
    throw usageFailure(`--set ${flags.set[0]}: signals have no settings`);
  const without = ["path", "resting"].find((name) => typed[name] !== undefined);
  if (without !== undefined)
    throw usageFailure(`--${without} does not go with ${flag}: it is traded at closes`);
  const { strategy, ...settings } = backtestSettingsOf(flags);
  const isLimited = typed["max-position-size"] !== undefined;
  return {
    ...settings,
    strategy: isLimited ? strategy : { ...strategy, maxPositionSize: NO_SIZE_LIMIT },
  };
}

/** What decides in the run: nothing where the built-in rule does. */
export async function ownDeciderOf(
  flags: BacktestFlags & OwnFlags,
  columns: readonly BarColumns[],
): Promise<OwnDecider | undefined> {
  if (!isOwn(flags)) return undefined;
  const { signalDecider, strategyDecider } = await import("../strategy/own-backtest.ts");
  return flags.strategy === undefined
    ? signalDecider(flags.signals!, columns, { zone: flags.tz, canBeShort: flags.shorts })
    : strategyDecider(flags.strategy, flags);
}

/** Throws a usage `Failure` where a flag of short positions, or of parts, means nothing. */
export function checkOwnFlags(flags: OwnFlags, typed: Typed, canBeShort = false): void {
  if (flags.fractional && !isOwn(flags))
    throw usageFailure(
      "--fractional is of --strategy and --signals: the built-in rule trades whole shares",
    );
  if (flags.fractional && canBeShort)
    throw usageFailure(
      "--fractional does not go with what may sell short: no venue sells parts of a share short",
    );
  if (flags.shorts && flags.signals === undefined)
    throw usageFailure("--shorts is of --signals; a strategy says shorts: true in its file");
  if (typed["borrow-rate"] !== undefined && !canBeShort)
    throw usageFailure(
      "--borrow-rate means nothing where nothing is sold short; a strategy says shorts: true, and signals need --shorts",
    );
}

/** The settings of a run that `own` decides, or the built-in rule. */
export function settingsWithOwn(
  asked: BacktestSettings,
  own: OwnDecider | undefined,
  flags: OwnFlags,
  typed: Typed,
): BacktestSettings {
  checkOwnFlags(flags, typed, own?.canBeShort);
  if (own?.hearsEvents && typed.actions !== undefined)
    throw usageFailure(
      "--actions does not go with a strategy of events: its orders are of prices and shares that a split changes; give bars that are adjusted already",
    );
  if (own === undefined) return asked;
  const shorts = own.canBeShort ? { shorts: { borrowRate: flags.borrowRate } } : {};
  const fractional = flags.fractional || own.isFractional ? ({ fractional: true } as const) : {};
  return { ...asked, own: own.origin, ...shorts, ...fractional };
}

/** What of signals, or of the targets of a run, cannot be had: else nobody would know. */
export function ownWarningsOf(
  own: OwnDecider | undefined,
  { limits }: BacktestSettings,
  wanted = 0,
): readonly string[] {
  if (own === undefined) return [];
  const { origin, warnings } = own;
  const largestShare = Math.max(wanted, own.largestShare ?? 0);
  if (largestShare * BPS_PER_ONE <= limits.maxPositionBps) return warnings;
  return [
    `${origin.name} asks for up to ${percent(largestShare)} of equity in one symbol, and the risk limits allow ${percent(limits.maxPositionBps / BPS_PER_ONE)}: no more is bought; --limits none takes the limits away`,
    ...warnings,
  ];
}
