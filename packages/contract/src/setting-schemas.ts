import {
  type ChoiceRow,
  type NumberRow,
  type SettingRow,
  type SettingRows,
  UNIT_SCALES,
} from "@sevenfold/domain/setting-row";
import { z } from "zod";
import { Dollars, Fraction } from "./decimal.ts";
import { rateInput } from "./rate-input.ts";
import { travels, type WireName, type WireValue } from "./setting-wire.ts";
import { wholeInput } from "./whole-input.ts";

/** A schema for each setting that travels, under the name it travels by. */
export type SettingShape<Rows extends SettingRows> = {
  readonly [Key in keyof Rows as WireName<Rows[Key]>]: z.ZodType<
    WireValue<Rows[Key]>,
    WireValue<Rows[Key]>
  >;
};

export const shapeOf = <Rows extends SettingRows>(
  rows: Rows,
  schemaOf: (row: SettingRow) => z.ZodType,
): SettingShape<Rows> =>
  Object.fromEntries(
    Object.values(rows)
      .filter(travels)
      .map((row) => [row.name, schemaOf(row)]),
  ) as SettingShape<Rows>;

/** What a person or a program may send. */
export function inputSchemaOf(row: SettingRow): z.ZodType {
  if (row.unit === "switch") return z.boolean();
  if (row.unit === "choice") return choiceSchemaOf(row);
  if (row.unit === "rate") return rateInput(row.words, row);
  return row.unit === "dollars" ? dollarsInputOf(row) : wholeInputOf(row);
}

/** What is stored, as it is told. */
export function viewSchemaOf(row: SettingRow): z.ZodType {
  if (row.unit === "switch") return z.boolean();
  if (row.unit === "choice") return choiceSchemaOf(row);
  if (row.unit === "rate") return Fraction;
  return row.unit === "dollars" ? Dollars : wholeViewOf(row);
}

const wholeViewOf = ({ measure, min, max }: NumberRow): z.ZodType =>
  z
    .int()
    .min(min)
    .max(max)
    .meta({ description: unitOf(measure) });

export const choiceSchemaOf = ({ choices, refusal }: ChoiceRow): z.ZodType =>
  z.enum(
    choices.map(({ value }) => value),
    refusal,
  );

export const wholeInputOf = ({ words, measure, min, max }: NumberRow): z.ZodType =>
  wholeInput(words, { min, max }).meta({ description: unitOf(measure) });

export function dollarsInputOf({ words, measure, ...bounds }: NumberRow): z.ZodType {
  const [min, max] = [bounds.min, bounds.max].map((each) => each / UNIT_SCALES.dollars);
  return z
    .number(`${words} must be a number`)
    .min(min!, `${words} must be at least ${min}`)
    .max(max!, `${words} must be at most $${max!.toLocaleString("en-US")}`)
    .multipleOf(0.01, `${words} must be in whole cents`)
    .meta({ description: unitOf(measure) });
}

/** "Seconds.": what the API document says of a number. */
const unitOf = (measure: string): string => `${measure[0]!.toUpperCase()}${measure.slice(1)}.`;
