/** Times as stretches of rows that lie one unit apart, such as the minutes of a session. */
export interface Stretches {
  readonly base: number;
  readonly unit: number;
  /** Of each stretch, in units after the base, its first time, and how many rows it has. */
  readonly numbers: Uint32Array<ArrayBuffer>;
}

/** Of fewer rows, a stretch takes no less to keep than their times do. */
const ROWS_LEAST = 4;
const UNSIGNED_MAX = 2 ** 32 - 1;

/** Ascending times in stretches; undefined where those are short, or where 32 bits do not hold them. */
export function stretchesOf(times: Float64Array): Stretches | undefined {
  const base = times[0]!;
  const unit = unitOf(times);
  if (UNSIGNED_MAX < (times.at(-1)! - base) / unit) return undefined;
  const count = stretchCount(times, unit);
  if (times.length < count * ROWS_LEAST) return undefined;
  const numbers = new Uint32Array(2 * count);
  let first = 0;
  for (let n = 0; n < count; n++) {
    const end = endOf(times, first, unit);
    numbers[2 * n] = (times[first]! - base) / unit;
    numbers[2 * n + 1] = end - first;
    first = end;
  }
  return { base, unit, numbers };
}

/** Writes the times of the stretches; answers whether they are as many as there is room for. */
export function fillTimes(times: Float64Array, { base, unit, numbers }: Stretches): boolean {
  let at = 0;
  for (let n = 0; n < numbers.length; n += 2) {
    const end = at + numbers[n + 1]!;
    if (times.length < end) return false;
    fillStretch(times, at, end, base + unit * numbers[n]!, unit);
    at = end;
  }
  return at === times.length;
}

function fillStretch(
  times: Float64Array,
  from: number,
  end: number,
  first: number,
  unit: number,
): void {
  for (let at = from; at < end; at++) times[at] = first + unit * (at - from);
}

/** The longest time that all rows lie whole ones apart. */
function unitOf(times: Float64Array): number {
  let unit = 0;
  for (let at = 1; at < times.length; at++) {
    const apart = times[at]! - times[at - 1]!;
    if (unit === 0 || apart % unit !== 0) unit = commonDivisor(apart, unit);
  }
  return unit || 1;
}

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

function stretchCount(times: Float64Array, unit: number): number {
  let count = 1;
  for (let at = 1; at < times.length; at++) if (times[at]! - times[at - 1]! !== unit) count++;
  return count;
}

function endOf(times: Float64Array, first: number, unit: number): number {
  let at = first + 1;
  while (at < times.length && times[at]! - times[at - 1]! === unit) at++;
  return at;
}
