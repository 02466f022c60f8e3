import type { SettingField, SettingRow, SettingRows } from "@sevenfold/domain/setting-row";
import { AUTOMATION_SETTINGS, STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";

const { automationEnabled: _, ...SWITCHES } = AUTOMATION_SETTINGS;

/** What the form of the trading configuration holds. The switch of automated trading is not part of it. */
export const TRADING_ROWS = { ...STRATEGY_SETTINGS, ...SWITCHES };

type Rows = typeof TRADING_ROWS;
export type TradingField = Rows[keyof Rows]["name"];

/** A setting that stands on the page, under the name it has in the form. */
export type ShownRow<Name extends string = TradingField> = SettingRow & {
  readonly name: Name;
  readonly field: SettingField;
};

/** The settings that stand on the page, each card's from its top. */
export const shownRowsOf = <Name extends string>(rows: SettingRows): readonly ShownRow<Name>[] =>
  Object.values(rows)
    .filter((row): row is ShownRow<Name> => row.field !== undefined)
    .sort((one, other) => one.field.place - other.field.place);

export const rowsOfCard = (card: SettingField["card"]): readonly ShownRow[] =>
  shownRowsOf<TradingField>(TRADING_ROWS).filter(({ field }) => field.card === card);

interface Chosen {
  readonly strategyMode: string;
  readonly stopLossEnabled: boolean;
}

/** Whether a setting acts in the chosen mode. The stop is part of HYBRID, a choice elsewhere. */
export function isShown({ field }: ShownRow, { strategyMode, stopLossEnabled }: Chosen): boolean {
  if (field.ofStop && strategyMode !== "HYBRID" && !stopLossEnabled) return false;
  return field.modes?.includes(strategyMode) ?? true;
}
