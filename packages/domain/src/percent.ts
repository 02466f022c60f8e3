/**
 * Ratios as people read them: 1.24 is 1.24%. With four decimals at most, and for showing only:
 * whatever is decided compares in whole numbers. Undefined where the whole is not above zero.
 */
export function percentOf(part: number, whole: number): number | undefined {
  if (!(0 < whole)) return undefined;
  const percent = Math.round((part / whole) * 1_000_000) / 10_000;
  return percent === 0 ? 0 : percent;
}

/** (to − from) ÷ from. */
export const percentChangeOf = (from: number, to: number): number | undefined =>
  percentOf(to - from, from);
