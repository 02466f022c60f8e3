import type { BarColumns, DayNumbers } from "./bar-columns.ts";

/** Every distinct closing instant, oldest first, with what depends on the instant alone. */
export interface ClosingInstants {
  readonly at: Float64Array;
  /** The trading day. */
  readonly day: DayNumbers;
  /** 1 where the closes may cause decisions; absent: everywhere. */
  readonly inSession: Uint8Array | undefined;
}

export function closingInstantsOf(columns: readonly BarColumns[]): ClosingInstants {
  const at = closingTimesOf(columns);
  const first = columns[0];
  if (first?.count === at.length) return { at, day: first.day, inSession: first.closesInSession };
  const day = new Int32Array(at.length);
  const inSession = new Uint8Array(at.length).fill(UNKNOWN);
  let left = at.length;
  for (let slot = 0; 0 < left; slot += 1)
    left -= noteClosings({ at, day, inSession }, columns[slot]!);
  return { at, day, inSession };
}

const UNKNOWN = 2;

/** Notes what one symbol tells of the instants nobody has told of; answers of how many. */
function noteClosings(
  { at, day, inSession }: { at: Float64Array; day: Int32Array; inSession: Uint8Array },
  columns: BarColumns,
): number {
  const { closesAt, closesInSession, count } = columns;
  let noted = 0;
  let n = 0;
  for (let bar = 0; bar < count; bar += 1, n += 1) {
    while (at[n]! < closesAt[bar]!) n += 1;
    if (inSession[n] !== UNKNOWN) continue;
    day[n] = columns.day[bar]!;
    inSession[n] = closesInSession === undefined ? 1 : closesInSession[bar]!;
    noted += 1;
  }
  return noted;
}

/** Every closing instant once, oldest first. */
export function closingTimesOf(columns: readonly BarColumns[]): Float64Array {
  let all: Float64Array = new Float64Array(0);
  for (const { closesAt, count } of columns) {
    const own = count === closesAt.length ? closesAt : closesAt.subarray(0, count);
    if (all.length === 0) all = own;
    else if (!isWithin(own, all)) all = united(all, own);
  }
  return all;
}

/** Whether an ascending list holds all of another: symbols mostly close when others do. */
function isWithin(some: Float64Array, all: Float64Array): boolean {
  if (some === all) return true;
  let n = 0;
  for (let i = 0; i < some.length; i += 1, n += 1) {
    const one = some[i]!;
    while (n < all.length && all[n]! < one) n += 1;
    if (n === all.length || all[n] !== one) return false;
  }
  return true;
}

/** Two ascending lists as one, what they share once. */
function united(one: Float64Array, other: Float64Array): Float64Array {
  const all = new Float64Array(one.length + other.length);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    const left = one[i] ?? Number.POSITIVE_INFINITY;
    const right = other[j] ?? Number.POSITIVE_INFINITY;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    all[count++] = Math.min(left, right);
  }
  return all.slice(0, count);
}
