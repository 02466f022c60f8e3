import { MINUTE_MS, type Ticker } from "@sevenfold/domain/market";
import { chanceKey, chanceUnit } from "../../chance/node-chance.ts";
import type { MarketKind } from "./plan.ts";

export const DAY_MS = 24 * 60 * MINUTE_MS;

interface Wave {
  readonly periodMs: number;
  readonly swing: number;
  readonly phase: number;
}

/** What a symbol's price goes along, by its seed. */
export interface Curve {
  readonly key: ReturnType<typeof chanceKey>;
  readonly base: number;
  readonly waves: readonly Wave[];
}

/** What the price is multiplied by, beside its waves. */
type Regime = (curve: Curve, sinceStartMs: number) => number;

const WAVES: Readonly<Record<MarketKind, readonly (readonly [minutes: number, swing: number])[]>> =
  {
    calm: [
      [5, 0.012],
      [11, 0.02],
    ],
    trend: [
      [5, 0.02],
      [40, 0.12],
    ],
    crash: [
      [5, 0.02],
      [11, 0.035],
    ],
    gap: [
      [5, 0.02],
      [11, 0.035],
    ],
    whipsaw: [
      [1.1, 0.035],
      [5, 0.01],
    ],
    halts: [
      [5, 0.035],
      [11, 0.035],
    ],
    "bad-ticks": [
      [5, 0.035],
      [11, 0.035],
    ],
  };

const steady: Regime = () => 1;
/** Falls by almost a third within a minute of the first day, and comes back by and by. */
const crash: Regime = (_, sinceStartMs) => {
  const fallenMs = sinceStartMs - 2.5 * MINUTE_MS;
  if (fallenMs < 0) return 1;
  const fallen = 0.3 * Math.min(1, fallenMs / MINUTE_MS);
  return 1 - fallen * Math.exp(-fallenMs / DAY_MS);
};
const gap: Regime = ({ key }, sinceStartMs) =>
  0.87 + 0.26 * chanceUnit(key, -100 - Math.floor(sinceStartMs / DAY_MS));

const REGIMES: Readonly<Partial<Record<MarketKind, Regime>>> = { crash, gap };

export const regimeOf = (kind: MarketKind): Regime => REGIMES[kind] ?? steady;

export function curveOf(seed: number, ticker: Ticker, kind: MarketKind): Curve {
  const key = chanceKey(seed, ticker);
  return {
    key,
    base: 20 + 180 * chanceUnit(key, -1),
    waves: WAVES[kind].map(([minutes, swing], wave) => ({
      periodMs: minutes * MINUTE_MS,
      swing,
      phase: chanceUnit(key, -2 - wave),
    })),
  };
}
