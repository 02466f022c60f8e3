import { dollars, percent } from "../amounts.ts";

/** How a value of a chart is written. */
export type MetricText = "dollars" | "percent" | "ratio" | "count";

/** A figure of an axis: as short as it may be. */
export function textOf(value: number, unit: MetricText): string {
  if (unit === "percent") return percent(value, digitsOf(value * 100));
  if (unit === "dollars") return dollars(value).replace(/\.00$/, "");
  return value.toLocaleString("en-US", { maximumFractionDigits: 4 }).replace("-", "−");
}

const digitsOf = (value: number): number =>
  [0, 1, 2, 3].find((digits) => Math.abs(Number(value.toFixed(digits)) - value) < 1e-9) ?? 4;
