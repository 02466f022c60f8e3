import { inputSchemaOf, shapeOf } from "@sevenfold/contract/setting-schemas";
import type { SettingRow, SettingRows } from "@sevenfold/domain/setting-row";
import type { z } from "zod";
import { percentField } from "./percent.ts";

/** Fields of a form over settings: what is sent, but for rates, which a person types as percentages. */
export const formShapeOf = <Rows extends SettingRows>(rows: Rows) => shapeOf(rows, fieldSchemaOf);

const fieldSchemaOf = (row: SettingRow): z.ZodType =>
  row.unit === "rate" ? percentField(row) : inputSchemaOf(row);

/** The same fields with their rates turned: into percentages, or back. */
export function withRates<Fields extends object>(
  rows: SettingRows,
  fields: Fields,
  turn: (rate: number) => number,
): Fields {
  const turned = { ...fields } as Record<string, unknown>;
  for (const { name, unit } of Object.values(rows))
    if (unit === "rate") turned[name] = turn(Number(turned[name]));
  return turned as Fields;
}
