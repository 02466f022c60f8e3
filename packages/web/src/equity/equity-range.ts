interface Range {
  readonly minValue: number;
  readonly maxValue: number;
}

/** A thousandth: less than that is drawn as the little it is, and not blown up to the whole chart. */
const LEAST_PART = 0.001;

/** What the curve's scale spans at least, around its middle. */
export function withRoom({ minValue, maxValue }: Range): Range {
  const middle = (minValue + maxValue) / 2;
  const half = Math.max((maxValue - minValue) / 2, (Math.abs(middle) * LEAST_PART) / 2);
  return { minValue: middle - half, maxValue: middle + half };
}
