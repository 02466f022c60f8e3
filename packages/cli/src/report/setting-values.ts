import {
  isNumberRow,
  type SettingFlag,
  type SettingRow,
  UNIT_SCALES,
} from "@sevenfold/domain/setting-row";
import { LIMIT_SETTINGS, STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import type { RiskLimits, Strategy } from "@sevenfold/domain/strategy";
import { attributeOf, type FlagAttribute } from "./flag-attribute.ts";

type Shown<Row> = Row extends { readonly unit: "switch" | "choice" } ? string : number;

export type StrategyView = {
  readonly [Key in keyof typeof STRATEGY_SETTINGS as FlagAttribute<
    (typeof STRATEGY_SETTINGS)[Key]
  >]: Shown<(typeof STRATEGY_SETTINGS)[Key]>;
};

/** The strategy as its flags name it: rates as fractions, choices as they are typed. */
export const strategyView = (strategy: Strategy): StrategyView =>
  viewOf(strategy, () => true) as StrategyView;

/** Of it, what limits a strategy of one's own too. */
export const limitingView = (strategy: Strategy): Partial<StrategyView> =>
  viewOf(strategy, ({ limitsAll }) => limitsAll === true);

const viewOf = (strategy: Strategy, isShown: (flag: SettingFlag) => boolean) =>
  Object.fromEntries(
    Object.entries(STRATEGY_SETTINGS)
      .filter(([, { flag }]) => isShown(flag))
      .map(([key, row]) => [
        attributeOf(row.flag.name),
        shown(row, strategy[key as keyof Strategy]),
      ]),
  );

type Reported<Row> = Row extends { readonly reported: infer Name extends string } ? Name : never;

export type LimitsView = {
  readonly [Key in keyof typeof LIMIT_SETTINGS as Reported<(typeof LIMIT_SETTINGS)[Key]>]:
    | number
    | null;
};

/** Null where a limit limits nothing. */
export const limitsView = (limits: RiskLimits): LimitsView =>
  Object.fromEntries(
    Object.entries(LIMIT_SETTINGS).flatMap(([key, row]) =>
      "reported" in row
        ? [[row.reported, boundOf(limits[key as keyof typeof limits] as number, row)]]
        : [],
    ),
  ) as LimitsView;

const boundOf = (value: number, row: SettingRow & { readonly none: number }) =>
  row.none !== 0 && row.none <= value ? null : shown(row, value);

function shown(row: SettingRow, value: unknown): number | string {
  if (isNumberRow(row)) return Number(value) / UNIT_SCALES[row.unit];
  if (row.unit === "switch") return value === true ? "on" : "off";
  return String(value).toLowerCase();
}
