import type { NumberRow } from "@sevenfold/domain/setting-row";
import { z } from "zod";

const BPS_PER_PERCENT = 100;

/** A percentage as a person types it, in hundredths at the finest. */
export const percentField = ({ words, min, max }: NumberRow) =>
  z
    .number(`${words} must be a number`)
    .min(min / BPS_PER_PERCENT, `${words} must be at least ${min / BPS_PER_PERCENT}%`)
    .max(max / BPS_PER_PERCENT, `${words} must be at most ${max / BPS_PER_PERCENT}%`)
    .refine(
      (percent) => Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6,
      `${words} must have at most two decimals`,
    );

/** 3 → 0.03, without the tail a division leaves. */
export const fractionOf = (percent: number): number => Math.round(percent * 100) / 10_000;

/** As only one thing can be meant by it: above 1 a percentage, below it a fraction. */
export const plainRateOf = (percent: number): number =>
  1 < percent ? Math.round(percent * 100) / 100 : fractionOf(percent);

/** 0.03 → 3. */
export const percentOf = (fraction: number): number => Math.round(fraction * 10_000) / 100;
