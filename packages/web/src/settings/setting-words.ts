import type { SettingsChangeView } from "@sevenfold/contract/settings";
import type { SettingRow } from "@sevenfold/domain/setting-row";
import {
  AUTOMATION_SETTINGS,
  LIMIT_SETTINGS,
  STRATEGY_SETTINGS,
} from "@sevenfold/domain/setting-table";
import { moneyText } from "../ui/figures.ts";
import { percentOf } from "./percent.ts";

const ROWS: ReadonlyMap<string, SettingRow> = new Map(
  [STRATEGY_SETTINGS, LIMIT_SETTINGS, AUTOMATION_SETTINGS]
    .flatMap((rows) => Object.values<SettingRow>(rows))
    .map((row) => [row.name, row]),
);

/** One setting, before and after. */
export interface SettingDifference {
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** A value as it travels, in the reader's form. */
export function valueText(field: string, wire: unknown): string {
  const row = ROWS.get(field);
  const text = String(wire);
  switch (row?.unit) {
    case "rate":
      return `${percentOfWire(Number(text))}%`;
    case "dollars":
      return moneyText(Number(text));
    case "seconds":
      return `${text} s`;
    case "switch":
      return text === "true" ? "On" : "Off";
    case "choice":
      return row.choices.find(({ value }) => value === text)?.words ?? text;
    default:
      return text;
  }
}

/** Limits travel above 1 as the percentage they are. */
const percentOfWire = (rate: number): number => (1 < rate ? rate : percentOf(rate));

/** A change as the server tells it. A setting of a newer server keeps its own name. */
export const differenceOf = ({
  field,
  before,
  after,
}: SettingsChangeView["changes"][number]): SettingDifference => ({
  field,
  label: ROWS.get(field)?.words ?? field,
  before: valueText(field, before),
  after: valueText(field, after),
});
