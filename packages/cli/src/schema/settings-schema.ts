import { isNumberRow, type SettingRow } from "@sevenfold/domain/setting-row";
import { LIMIT_SETTINGS, STRATEGY_SETTINGS } from "@sevenfold/domain/setting-table";
import { z } from "zod";
import { attributeOf } from "../report/flag-attribute.ts";
import type { SettingsView } from "../report/settings-view.ts";
import { NumberOrNull, Sha256 } from "./document-parts.ts";

const valueSchemaOf = (row: SettingRow): z.ZodType => {
  if (isNumberRow(row)) return z.number();
  return row.unit === "switch" ? z.enum(["on", "off"]) : z.string();
};

const strategyFields = (isShown: (row: (typeof STRATEGY_ROWS)[number]) => boolean) =>
  Object.fromEntries(
    STRATEGY_ROWS.filter(isShown).map((row) => [attributeOf(row.flag.name), valueSchemaOf(row)]),
  );
const STRATEGY_ROWS = Object.values(STRATEGY_SETTINGS);

const limitFields = () =>
  Object.fromEntries(
    Object.values(LIMIT_SETTINGS).flatMap((row) =>
      "reported" in row ? [[row.reported, NumberOrNull]] : [],
    ),
  );

const circumstances = {
  fill: z.enum(["close", "next-open", "crossing"]),
  path: z.enum(["close", "ohlc"]),
  resting: z.enum(["none", "stop", "target", "both"]),
  commission: z
    .strictObject({
      order: z.number(),
      share: z.number(),
      rate: z.number(),
      minimum: z.number(),
    })
    .nullable(),
  slippage: z.strictObject({ rate: z.number(), spread: z.number(), impact: z.number() }).nullable(),
  volumeLimit: NumberOrNull,
  limits: z.strictObject(limitFields()),
  session: z.string(),
  tz: z.string(),
};

const OfRule = z.strictObject({ ...strategyFields(() => true), ...circumstances });

/** Of the built-in rule there is then no more than what limits everyone. */
const OfOwn = z.strictObject({
  own: z.strictObject({
    name: z.string(),
    sha256: Sha256,
    parameters: z.record(z.string(), z.number()),
  }),
  shorts: z
    .strictObject({
      borrowRate: z.number(),
      initialMargin: z.number(),
      maintenanceMargin: z.number(),
    })
    .optional(),
  /** Counts of shares have up to nine decimals. Absent: they are whole. */
  fractional: z.literal(true).optional(),
  ...strategyFields(({ flag }) => "limitsAll" in flag && flag.limitsAll === true),
  ...circumstances,
});

/** Every setting in force: rates as fractions, null where there is no limit. The tables of settings say which. */
export const Settings = z.union([OfRule, OfOwn]) as unknown as z.ZodType<SettingsView>;
