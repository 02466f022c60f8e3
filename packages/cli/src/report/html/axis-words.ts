import { isParameterName } from "@sevenfold/application/research/sweep/sweep-parameter";
import type { AxisValue } from "../../run/sweep-schema.ts";

/** A value of a sweep's axis as a person reads it: rates are kept as fractions. */
export const axisText = (name: string, value: AxisValue): string => {
  if (typeof value === "string") return value;
  if (isParameterName(name) && name.includes("Pct")) return `${Math.round(value * 10_000) / 100}%`;
  return value.toLocaleString("en-US");
};
