import {
  isNumberRow,
  type SettingRow,
  type SettingRows,
  type SettingValue,
  type SettingValues,
  UNIT_SCALES,
} from "@sevenfold/domain/setting-row";
import type { EntitySchemaColumnOptions } from "typeorm";
import { count, exact, flag, oneOf, text } from "../columns.ts";
import { columnNameOf } from "../snake-case-naming.ts";

/** What a table keeps of settings, under the names they travel by. */
export type SettingColumns<Rows extends SettingRows> = {
  readonly [Key in keyof Rows as Rows[Key]["name"]]: SettingValue<Rows[Key]>;
};

/** A column for each setting, with the default it has. */
export const settingColumnsOf = <Rows extends SettingRows>(rows: Rows) =>
  Object.fromEntries(
    Object.values(rows).map((row) => [row.name, columnFor(row)]),
  ) as SettingColumnOptions<Rows>;

type SettingColumnOptions<Rows extends SettingRows> = {
  readonly [Name in keyof SettingColumns<Rows>]: EntitySchemaColumnOptions;
};

function columnFor(row: SettingRow): EntitySchemaColumnOptions {
  if (row.unit === "switch") return flag({ default: row.default });
  if (row.unit === "choice") return text({ default: row.default });
  const scale = UNIT_SCALES[row.unit];
  if (scale === 1) return count({ default: row.default });
  // So TypeORM finds the table's own default again: schema-drift.test.ts fails otherwise.
  const stored = row.default / scale;
  return exact({ default: Number.isInteger(stored) ? stored : () => String(stored) });
}

/**
 * That a choice is one of its words, and that no number lies where no setting may be; the bounds of
 * the day are the API's to hold. A migration that adds a column of numbers makes the named check
 * anew.
 */
export const settingChecksOf = (table: string, name: string, rows: SettingRows) => [
  ...Object.values(rows).flatMap((row) =>
    row.unit === "choice"
      ? [oneOf(table, columnNameOf(row.name, undefined), wordsOf(row.choices))]
      : [],
  ),
  {
    name: `ck_${table}_${name}`,
    expression: Object.values(rows)
      .filter(isNumberRow)
      .map((row) => `${columnNameOf(row.name, undefined)} ${row.min === 0 ? ">=" : ">"} 0`)
      .join(" AND "),
  },
];

const wordsOf = (choices: readonly { readonly value: string }[]) =>
  choices.map(({ value }) => value);

export const columnsOfSettings = <Rows extends SettingRows>(
  rows: Rows,
  values: SettingValues<Rows>,
): SettingColumns<Rows> =>
  Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [row.name, values[key]]),
  ) as SettingColumns<Rows>;

/** Reads settings from what their columns keep. */
export function settingsReader<Rows extends SettingRows>(
  rows: Rows,
): (columns: SettingColumns<Rows>) => SettingValues<Rows> {
  const names = Object.entries(rows).map(([key, { name }]) => [key, name] as const);
  return (columns) => {
    const stored: Readonly<Record<string, unknown>> = columns;
    const values: Record<string, unknown> = {};
    for (const [key, name] of names) values[key] = stored[name];
    return values as SettingValues<Rows>;
  };
}
