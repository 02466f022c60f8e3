import type { Ticker } from "@sevenfold/domain/market";
import { PRICE_MAX } from "@sevenfold/domain/money";
import fc from "fast-check";
import type { BarColumns } from "../research/backtest/bar-columns.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const OPENS_MS = 870 * MINUTE_MS;

interface WalkShape {
  readonly seed: number;
  readonly days: number;
  readonly barsPerDay: number;
  readonly barMs: number;
  readonly startUnits: number;
  /** Standard deviation of a bar's return, in basis points. */
  readonly stepBps: number;
  readonly gridUnits: number;
}

/** Long walks of one symbol without gaps: minutes or days, calm or wild. */
export const walks: fc.Arbitrary<BarColumns> = fc
  .record({
    seed: fc.nat(),
    days: fc.noBias(fc.integer({ min: 1, max: 40 })),
    barsPerDay: fc.constantFrom(1, 7, 78, 130),
    barMs: fc.constantFrom(MINUTE_MS, 3 * MINUTE_MS),
    startUnits: fc.noBias(fc.integer({ min: 20_000, max: 5_000_000 })),
    stepBps: fc.constantFrom(5, 20, 60, 200),
    gridUnits: fc.constantFrom(1, 100),
  })
  .map(walkOf);

export function walkOf(shape: WalkShape): BarColumns {
  const { seed, days, barsPerDay, barMs, gridUnits } = shape;
  const chance = chanceFrom(seed);
  const count = days * barsPerDay;
  const columns = {
    ticker: "WALK" as Ticker,
    count,
    opensAt: new Float64Array(count),
    closesAt: new Float64Array(count),
    open: new Float64Array(count),
    close: new Float64Array(count),
    day: new Int32Array(count),
  };
  let last = shape.startUnits;
  const moved = (bps: number): number => {
    // A sum of uniform chances is near enough to a normal one.
    const move = ((chance() + chance() + chance() - 1.5) * 2 * bps) / 10_000;
    const units = Math.round((last * Math.exp(move)) / gridUnits) * gridUnits;
    last = Math.min(PRICE_MAX, Math.max(gridUnits, units));
    return last;
  };
  for (let bar = 0; bar < count; bar++) {
    const day = Math.floor(bar / barsPerDay);
    const opens = (19_000 + day) * DAY_MS + OPENS_MS + (bar % barsPerDay) * barMs;
    columns.opensAt[bar] = opens;
    columns.closesAt[bar] = opens + barMs;
    columns.day[bar] = 19_000 + day;
    columns.open[bar] = moved(shape.stepBps);
    columns.close[bar] = moved(shape.stepBps);
  }
  return columns;
}

/** Marsaglia's xorshift on 32 bits: numbers in [0, 1). */
function chanceFrom(seed: number): () => number {
  let state = (seed ^ 0x9e37_79b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
