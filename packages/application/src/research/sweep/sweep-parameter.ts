import { ACCOUNT_VALUE_MAX, type Money, UNITS_PER_DOLLAR } from "@sevenfold/domain/money";
import type { NumberUnit, SettingRow } from "@sevenfold/domain/setting-row";
import { LIMIT_SETTINGS, STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import type { BacktestSettings } from "../backtest/backtest-settings.ts";

export type ParameterUnit = NumberUnit | "choice";

/** One setting a sweep may vary. Values are basis points, shares, ten-thousandths, seconds or places. */
export interface SweepParameter {
  readonly name: ParameterName;
  readonly unit: ParameterUnit;
  readonly min: number;
  readonly max: number;
  /** Of a choice: what each value stands for. */
  readonly choices?: readonly string[];
  /** Another name for it, as a flag is called. */
  readonly flag: string;
  /** The settings with this one at the value. */
  readonly applied: (settings: BacktestSettings, value: number) => BacktestSettings;
}

type AxisName<Row> = Row extends { readonly axis: { readonly name: infer Name extends string } }
  ? Name
  : Row extends { readonly name: infer Name extends string }
    ? Name
    : never;
type Swept<Rows> = {
  [Key in keyof Rows]: Rows[Key] extends { readonly flag: object } | { readonly axis: object }
    ? AxisName<Rows[Key]>
    : never;
}[keyof Rows];

/** What a flag or an axis of the table of settings says may vary, and the cash it begins with. */
export type ParameterName = Swept<typeof STRATEGY_SETTINGS> | Swept<typeof LIMIT_SETTINGS> | "cash";

const PARAMETERS: readonly SweepParameter[] = [
  ...choicesFirst(parametersOf(STRATEGY_SETTINGS, "strategy")),
  ...parametersOf(LIMIT_SETTINGS, "limits"),
  {
    name: "cash",
    flag: "cash",
    unit: "dollars",
    min: UNITS_PER_DOLLAR,
    max: ACCOUNT_VALUE_MAX,
    applied: (settings, amount) => ({ ...settings, cash: amount as Money }),
  },
];

export const PARAMETER_NAMES: readonly ParameterName[] = PARAMETERS.map(({ name }) => name);

const BY_NAME = new Map<string, SweepParameter>(PARAMETERS.map((each) => [each.name, each]));
const BY_FLAG = new Map(PARAMETERS.map((each) => [each.flag, each.name]));

export const parameterOf = (name: ParameterName): SweepParameter => BY_NAME.get(name)!;

export const isParameterName = (text: string): text is ParameterName => BY_NAME.has(text);

/** By its flag's name, "buy-drop". */
export const parameterOfFlag = (flag: string): ParameterName | undefined => BY_FLAG.get(flag);

/** Choices are applied first: the mode decides whether a stop is usual. */
function choicesFirst(parameters: readonly SweepParameter[]): readonly SweepParameter[] {
  const isChoice = ({ unit }: SweepParameter) => unit === "choice";
  return [...parameters.filter(isChoice), ...parameters.filter((each) => !isChoice(each))];
}

function parametersOf(
  rows: Readonly<Record<string, SettingRow>>,
  group: "strategy" | "limits",
): readonly SweepParameter[] {
  return Object.entries(rows).flatMap(([key, row]) => {
    const { axis, flag } = row;
    if (!axis && !flag) return [];
    const stored = storedChoicesOf(row);
    const valueAt = (value: number) => (stored ? stored[value] : value);
    return {
      ...measureOf(row),
      name: (axis?.name ?? row.name) as ParameterName,
      flag: axis?.flag ?? flag!.name,
      applied: (settings: BacktestSettings, value: number) => ({
        ...settings,
        [group]: { ...settings[group], ...usualWith(key, valueAt(value)), [key]: valueAt(value) },
      }),
    };
  });
}

/** A mode brings its usual stop. */
const usualWith = (key: string, value: unknown) =>
  key === "mode" ? { stopLossEnabled: value === "HYBRID" } : {};

/** What the domain holds of each choice; undefined where it is no choice. */
function storedChoicesOf(row: SettingRow): readonly unknown[] | undefined {
  if (row.unit === "switch") return [false, true];
  return row.unit === "choice" ? row.choices.map(({ value }) => value) : undefined;
}

function measureOf(row: SettingRow): Pick<SweepParameter, "choices" | "max" | "min" | "unit"> {
  if (row.unit === "switch") return { unit: "choice", min: 0, max: 1, choices: ["off", "on"] };
  if (row.unit !== "choice") return { unit: row.unit, min: row.min, max: row.axis?.max ?? row.max };
  const choices = row.choices.map(({ value }) => value.toLowerCase());
  return { unit: "choice", min: 0, max: choices.length - 1, choices };
}
