import {
  type Bps,
  bps,
  type Money,
  money,
  shares,
  unitsFromDecimal,
} from "@sevenfold/domain/money";
import {
  type NumberRow,
  type SettingRow,
  type SettingValue,
  UNIT_SCALES,
} from "@sevenfold/domain/setting-row";
import { STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import type { Strategy } from "@sevenfold/domain/strategy";
import { InvalidArgumentError, Option } from "commander";
import { attributeOf, type FlagAttribute } from "../report/flag-attribute.ts";
import { choice } from "./choice-flag.ts";

type Rows = typeof STRATEGY_SETTINGS;

/** The rule as the command line says it: numbers as the domain counts them, choices as typed. */
export type StrategyFlags = {
  readonly [Key in keyof Rows as FlagAttribute<Rows[Key]>]: Rows[Key] extends {
    readonly unit: "choice";
  }
    ? string
    : Rows[Key] extends { readonly unit: "switch" }
      ? "on" | "off" | undefined
      : SettingValue<Rows[Key]>;
};

/** A flag for each setting of the rule. docs/backtesting.md */
export const strategyFlags = (): readonly Option[] => Object.values(STRATEGY_SETTINGS).map(flagOf);

/** The rule the flags ask for; what they leave open is as usual in the mode. */
export function strategyOf(flags: StrategyFlags): Strategy {
  const stored = Object.entries(STRATEGY_SETTINGS).map(([key, row]) => [
    key,
    storedOf(row, flags[attributeOf(row.flag.name) as keyof StrategyFlags]),
  ]);
  const strategy = Object.fromEntries(stored) as Strategy;
  const isHybrid = strategy.mode === "HYBRID";
  return {
    ...strategy,
    stopLossEnabled: flags.stop === undefined ? isHybrid : flags.stop === "on",
  };
}

function storedOf(row: SettingRow, typed: unknown): unknown {
  if (row.unit === "switch") return typed === "on";
  if (row.unit !== "choice") return typed;
  return row.choices.find(({ value }) => value.toLowerCase() === typed)?.value;
}

type Flagged = (typeof STRATEGY_SETTINGS)[keyof typeof STRATEGY_SETTINGS];

function flagOf(given: Flagged): Option {
  const row: SettingRow = given;
  const { name, words, value, default: preset = row.default } = row.flag!;
  const spelled = (word: string) => `--${name} <${value ?? word}>`;
  if (row.unit === "switch") return choice(spelled("switch"), words, ["on", "off"]);
  if (row.unit === "choice") {
    const choices = row.choices.map((each) => each.value.toLowerCase());
    return choice(spelled("word"), words, choices).default(String(preset).toLowerCase());
  }
  const stored = Number(preset);
  if (row.unit === "rate")
    return new Option(spelled("rate"), words)
      .argParser(rateFlag(row))
      .default(bps(stored), fractionText(stored));
  if (row.unit === "dollars") {
    const dollars = String(stored / UNIT_SCALES.dollars);
    return new Option(spelled("dollars"), words)
      .argParser(dollarsFlag(row))
      .default(money(stored), dollars);
  }
  return new Option(spelled("n"), words).argParser(countFlag(row)).default(stored);
}

/** 1000 as "0.10": a rate has two digits or more. */
const fractionText = (points: number): string => {
  const fraction = points / UNIT_SCALES.rate;
  return fraction.toFixed(Number.isInteger(points / 100) ? 2 : 4);
};

type Bounds = Pick<NumberRow, "max" | "min">;

/** "0.04", "4" and "4%" are 400 basis points; "1" is 100%, as design and forms read it. */
const rateFlag =
  (bounds: Bounds) =>
  (text: string): Bps => {
    const isPercent = text.endsWith("%");
    const units = exactUnits(isPercent ? text.slice(0, -1) : text);
    if (units === undefined)
      throw new InvalidArgumentError(
        "It is a number such as 0.04, 4 or 4%, in whole basis points.",
      );
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

const countFlag = (row: NumberRow) => (text: string) => {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  const of = { shares: " of shares", seconds: " of seconds" }[row.unit as string] ?? "";
  if (!(row.min <= count && count <= row.max))
    throw new InvalidArgumentError(`It is a whole number${of} from ${row.min} to ${row.max}.`);
  return row.unit === "shares" ? shares(count) : count;
};

/** An amount between bounds in ten-thousandths. */
export const dollarsFlag =
  ({ min, max }: Bounds) =>
  (text: string): Money => {
    const units = exactUnits(text);
    if (units === undefined || units < min || max < units)
      throw new InvalidArgumentError(
        `It is an amount of dollars from ${min / UNIT_SCALES.dollars} to ${max / UNIT_SCALES.dollars}.`,
      );
    return money(units);
  };
