import {
  isParameterName,
  PARAMETER_NAMES,
  parameterOf,
  parameterOfFlag,
  type SweepParameter,
} from "@sevenfold/application/research/sweep/sweep-parameter";
import type { SweepAxis } from "@sevenfold/application/research/sweep/sweep-space";
import { unitsFromDecimal } from "@sevenfold/domain/money";
import { usageFailure } from "../failure.ts";

/** "buyDrop", as the JSON document writes a setting, is the flag buy-drop. */
const flagOf = (word: string): string =>
  word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Values of one axis: a grid of more has no reader. */
const VALUES_MAX = 10_000;
const PERCENT_UNITS = 100;
const FORMS = "write name=value, name=from..to:step or name=one,other";

/**
 * "buyDropPct=2..8:1", "sell-rise=0.02,0.04", "mode=trailing,simple" as an axis. A range without a
 * step takes every value its unit has. Throws a usage `Failure` in words.
 */
export function axisFrom(text: string): SweepAxis {
  const [, word = "", range = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const name = parameterOfFlag(flagOf(word)) ?? word;
  if (!isParameterName(name))
    throw usageFailure(
      `--set ${text}: ${word === "" ? FORMS : `${word} is no setting`}; the names are ${PARAMETER_NAMES.join(", ")}`,
    );
  const parameter = parameterOf(name);
  const values = parameter.choices
    ? chosen(range, parameter, text)
    : numbers(range, parameter, text);
  const unique = [...new Set(values)].sort((one, other) => one - other);
  if (VALUES_MAX < unique.length)
    throw usageFailure(`--set ${text}: these are ${unique.length} values; write a larger step`);
  return { name, values: unique };
}

function chosen(range: string, { choices = [] }: SweepParameter, text: string): readonly number[] {
  return range.split(",").map((word) => {
    const place = choices.indexOf(word.trim().toLowerCase());
    if (place === -1)
      throw usageFailure(`--set ${text}: ${word} is not one of ${choices.join(", ")}`);
    return place;
  });
}

function numbers(range: string, parameter: SweepParameter, text: string): readonly number[] {
  const parts = range.split(",").flatMap((part) => {
    const [, from = "", to = "", step] =
      /^([^.:]*(?:\.\d+)?%?)\.\.([^:]+?)(?::(.+))?$/.exec(part) ?? [];
    if (from === "" || to === "") {
      const [value] = unitsOf([part], parameter, text);
      return [value!];
    }
    const [least, most, by = 1] = unitsOf(
      step === undefined ? [from, to] : [from, to, step],
      parameter,
      text,
    );
    if (most! < least! || by <= 0)
      throw usageFailure(`--set ${text}: a range goes up, from..to:step, by a step above 0`);
    if (VALUES_MAX * by < most! - least!)
      throw usageFailure(`--set ${text}: the step is too small for the range`);
    return Array.from({ length: Math.floor((most! - least!) / by) + 1 }, (_, n) => least! + n * by);
  });
  for (const value of parts) checkBounds(value, parameter, text);
  return parts;
}

/**
 * Rates are read alike in a range: its end decides whether they are fractions or percents, so that
 * 1..5 is one percent to five.
 */
function unitsOf(
  words: readonly string[],
  { unit }: SweepParameter,
  text: string,
): readonly number[] {
  const trimmed = words.map((word) => word.trim());
  const bare = trimmed.map((word) => (unit === "rate" ? word.replace(/%$/, "") : word));
  const units = bare.map((word) => unitsFromDecimal(word.startsWith(".") ? `0${word}` : word));
  const decides = Math.abs(units[1] ?? units[0] ?? 0);
  const isPercent = trimmed.some((word) => word.endsWith("%")) || 10_000 < decides;
  return units.map((units, place) => {
    // Dollars are kept in ten-thousandths, fractions of one in basis points: the same number.
    const scale =
      unit === "rate" ? (isPercent ? PERCENT_UNITS : 1) : unit === "dollars" ? 1 : 10_000;
    const value = units === undefined ? Number.NaN : units / scale;
    // What is too fine to be kept has been rounded to nothing.
    if (!Number.isInteger(value) || (value === 0 && /[1-9]/.test(words[place]!)))
      throw usageFailure(
        `--set ${text}: ${words[place]} is not ${KINDS[unit]}${rangeHint(words[place] ?? "")}`,
      );
    return value;
  });
}

/** "2-8" and "2:8" are ranges to other programs. */
function rangeHint(word: string): string {
  const [, from, to] = /^([\d.]+)%?[-:]([\d.]+)%?$/.exec(word) ?? [];
  return from === undefined ? "" : `; a range is ${from}..${to}`;
}

const KINDS: Readonly<Record<SweepParameter["unit"], string>> = {
  rate: "a rate in whole basis points, such as 4, 4% or 0.04",
  shares: "a whole number of shares",
  dollars: "an amount of dollars",
  seconds: "a whole number of seconds",
  times: "a whole number",
  choice: "a choice",
};

function checkBounds(value: number, { unit, min, max }: SweepParameter, text: string): void {
  if (min <= value && value <= max) return;
  const [least, most, own] = [min, max, value].map((each) => valueText(unit, each));
  throw usageFailure(`--set ${text}: ${own} is not between ${least} and ${most}`);
}

/** A value as a person reads it: "4.5%", "$1000", "600 s". */
export function valueText(unit: SweepParameter["unit"], value: number): string {
  if (unit === "rate") return `${value / 100}%`;
  if (unit === "dollars") return `$${value / 10_000}`;
  return unit === "seconds" ? `${value} s` : String(value);
}

export const valueWords = ({ name }: SweepAxis, value: number): string => {
  if (!isParameterName(name)) return String(value);
  const { unit, choices } = parameterOf(name);
  return choices?.[value] ?? valueText(unit, value);
};

/** A value as the JSON document has it: rates as fractions, dollars as dollars. */
export function valueView({ name }: SweepAxis, value: number): number | string {
  // A strategy's own parameter is the number it is.
  if (!isParameterName(name)) return value;
  const { unit, choices } = parameterOf(name);
  return choices?.[value] ?? (unit === "rate" || unit === "dollars" ? value / 10_000 : value);
}
