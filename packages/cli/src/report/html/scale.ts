/** A range of values on an axis, widened to round ends. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Where lines and figures stand, lowest first. */
  readonly ticks: readonly number[];
}

/** What differs by less, of itself or at all, is one value on any axis: a tick is told to twelve digits. */
const TINY = 1e-9;

/** About `count` ticks at 1, 2, 2.5 or 5 times a power of ten. */
export function axisOf(values: readonly number[], count = 5): Axis {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!Number.isFinite(low)) return { from: 0, to: 1, ticks: [0, 1] };
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(size, TINY) * TINY) {
    const margin = size < TINY ? 1 : size * 0.01;
    [low, high] = [low - margin, high + margin];
  }
  const step = stepOf((high - low) / count);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks };
}

function stepOf(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const times = [1, 2, 2.5, 5, 10].find((each) => rough <= each * power * (1 + 1e-9)) ?? 10;
  return times * power;
}

/** Where a value stands from the low end (0) to the high end (1). */
export const shareOf = (value: number, { from, to }: Pick<Axis, "from" | "to">): number =>
  from === to ? 0.5 : (value - from) / (to - from);
