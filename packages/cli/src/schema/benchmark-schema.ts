import { z } from "zod";
import { NumberOrNull } from "./document-parts.ts";

const shared = {
  totalReturn: NumberOrNull,
  cagr: NumberOrNull,
  annualVolatility: NumberOrNull,
  sharpe: NumberOrNull,
  maxDrawdown: NumberOrNull,
};

/** What a result was set against, and how that itself did over the days that both have. */
const Benchmark = z.strictObject({
  kind: z.enum(["hold", "symbol", "file"]),
  name: z.string(),
  days: z.number(),
  ...shared,
});

export const benchmarkFields = { riskFree: z.number(), benchmark: Benchmark };

/** The best of a sweep over all days, and against its benchmark. */
export const Beside = z.strictObject({
  ...benchmarkFields,
  account: z.strictObject({
    ...shared,
    alpha: NumberOrNull,
    beta: NumberOrNull,
    correlation: NumberOrNull,
    excessReturn: NumberOrNull,
    trackingError: NumberOrNull,
    informationRatio: NumberOrNull,
    upCapture: NumberOrNull,
    downCapture: NumberOrNull,
  }),
});
