import { seededChance } from "../../chance/seeded-chance.ts";
import { openTryClusters } from "../../research/metrics/try-clusters.ts";
import { bootstrapBlocks } from "../../research/monte-carlo/bootstrap.ts";
import { openSweep, prepareSweep } from "../../research/sweep/open-sweep.ts";
import type { SweepFindings } from "../../research/sweep/sweep-findings.ts";
import { gridOf, settingsAt } from "../../research/sweep/sweep-space.ts";
import type { SweepDoubt } from "../../research/sweep/sweep-verdict.ts";
import { skillOf } from "../../research/sweep/trial-costs.ts";
import {
  FALLS_BY_RISES,
  IDLE_AXIS,
  type SweptBars,
  sweptBars,
  sweptSettings,
} from "./swept-bars.ts";
import { spreadOver, type WorldSymbol, worldBars } from "./verdict-worlds.ts";

/** Worlds of one kind, each from a seed. */
export interface WorldKind {
  readonly name: string;
  readonly days: number;
  readonly symbols: (seed: number) => readonly WorldSymbol[];
  /** Whether each world is swept again, padded with an idle axis and by another rule between. */
  readonly isRepeated?: boolean;
}

const TEN_YEARS = 2_520;
const TWENTY_YEARS = 5_040;
const RATES_APART = 1_000_000;

const one = (symbol: Partial<WorldSymbol>) => (): readonly WorldSymbol[] => [
  { drift: 0, volatility: 0.3, common: 0, ...symbol },
];

/** Symbols that differ in what they earn and how wild they are, and move together in part. */
const folder =
  (count: number, common: number) =>
  (seed: number): readonly WorldSymbol[] => {
    const volatilities = spreadOver(count, seed + RATES_APART, 0.2, 0.5);
    return spreadOver(count, seed, -0.05, 0.25).map((drift, at) => ({
      ...{ drift, common },
      volatility: volatilities[at]!,
    }));
  };

/** Nothing in these can be known ahead: whatever holds up in them is luck. */
export const WORLDS_WITHOUT_EDGE: readonly WorldKind[] = [
  { name: "one symbol without drift", days: TEN_YEARS, symbols: one({}) },
  { name: "one symbol that drifts, 12% a year", days: TEN_YEARS, symbols: one({ drift: 0.12 }) },
  {
    name: "20 symbols that drift alike, each by itself",
    days: TEN_YEARS,
    symbols: () => Array.from({ length: 20 }, () => one({ drift: 0.12 })()[0]!),
  },
  { name: "10 that move together, −5% to 25%", days: TEN_YEARS, symbols: folder(10, 0.5) },
  { name: "40 that move together, −5% to 25%", days: TEN_YEARS, symbols: folder(40, 0.3) },
  { name: "fat tails (t, 3 degrees)", days: TEN_YEARS, symbols: one({ drift: 0.08, tails: 3 }) },
  {
    name: "quiet and wild times (GARCH, t 5)",
    days: TEN_YEARS,
    symbols: one({ drift: 0.08, tails: 5, clusters: true }),
  },
  {
    name: "swept four times, repeated and padded",
    days: TEN_YEARS,
    symbols: one({ drift: 0.12 }),
    isRepeated: true,
  },
];

const swinging = (count: number, common: number, deviation: number) => () =>
  Array.from({ length: count }, () => ({
    ...{ drift: 0.08, volatility: 0.25, common },
    swing: { deviation, halfLife: 5 },
  }));

/** The best setting of the grid has an information ratio of 1 in these, measured by `ratioOf`. */
export const WORLDS_WITH_EDGE: readonly WorldKind[] = [
  { name: "one symbol, 20 years", days: TWENTY_YEARS, symbols: swinging(1, 0, 0.051) },
  { name: "10 symbols, 20 years", days: TWENTY_YEARS, symbols: swinging(10, 0.4, 0.022) },
];
/** The same edge seen for half as long. */
export const SHORT_WORLDS_WITH_EDGE: readonly WorldKind[] = WORLDS_WITH_EDGE.map((kind) => ({
  ...kind,
  name: kind.name.replace("20 years", "10 years"),
  days: TEN_YEARS,
}));

export interface Calibration {
  readonly worlds: number;
  readonly heldUp: number;
  /** In how many worlds each test raised no doubt, whatever the others said. */
  readonly passed: Readonly<Partial<Record<SweepDoubt, number>>>;
}

/** Sweeps so many worlds of a kind, and counts what held up. */
export function calibrated(kind: WorldKind, worlds: number, asked: SweptBars): Calibration {
  let heldUp = 0;
  const passed: Partial<Record<SweepDoubt, number>> = {};
  for (let seed = 1; seed <= worlds; seed++) {
    const all = sweepsOf(kind, seed, asked);
    if (all.some(({ judgement }) => judgement.doubts.length === 0)) heldUp += 1;
    for (const { doubt, strain } of all.at(-1)!.judgement.strains)
      if (strain < 1) passed[doubt] = (passed[doubt] ?? 0) + 1;
  }
  return { worlds, heldUp, passed };
}

function sweepsOf(
  { symbols, days, isRepeated }: WorldKind,
  seed: number,
  asked: SweptBars,
): readonly SweepFindings[] {
  const bars = worldBars(symbols(seed), { seed, days });
  if (isRepeated !== true) return [sweptBars(bars, asked)];
  const clusters = openTryClusters();
  const simple = { name: "mode", values: [1] } as const;
  return [
    FALLS_BY_RISES,
    [...FALLS_BY_RISES, IDLE_AXIS],
    [simple, ...FALLS_BY_RISES.slice(0, 1), { name: "takeProfitFromEntryPct", values: [300, 900] }],
    FALLS_BY_RISES,
  ].map((axes) => sweptBars(bars, { ...asked, axes: axes as typeof FALLS_BY_RISES, clusters }));
}

const RATIO_SEED = 9_001;
const DAYS_PER_YEAR = 252;

/** The information ratio of a year that the best setting has over so many worlds joined to one. */
export function ratioOf(kind: WorldKind, worlds: number, { machine }: SweptBars): number {
  const symbols = kind.symbols(0);
  const space = gridOf(sweptSettings(symbols.length), FALLS_BY_RISES);
  const [sums, squares] = [new Float64Array(space.trials), new Float64Array(space.trials)];
  for (let seed = RATIO_SEED; seed < RATIO_SEED + worlds; seed++) {
    const prepared = prepareSweep(worldBars(symbols, { seed, days: kind.days }), "shared");
    const cut = { days: kind.days, inside: kind.days };
    const run = openSweep(prepared, machine);
    for (let trial = 0; trial < space.trials; trial++)
      for (const each of skillOf(settingsAt(space, trial), { run, basis: prepared.basis, cut })) {
        sums[trial]! += each;
        squares[trial]! += each * each;
      }
  }
  const days = worlds * kind.days;
  return Math.max(
    ...sums.map((sum, trial) => {
      const mean = sum / days;
      return (mean / Math.sqrt(squares[trial]! / days - mean * mean)) * Math.sqrt(DAYS_PER_YEAR);
    }),
  );
}

/** A process whose middle growth over its days is known. */
export interface KnownProcess {
  readonly name: string;
  readonly symbol: WorldSymbol;
}

export const KNOWN_PROCESSES: readonly KnownProcess[] = [
  { name: "normal days", symbol: { drift: 0.08, volatility: 0.2, common: 0 } },
  {
    name: "fat tails (t, 3 degrees)",
    symbol: { drift: 0.08, volatility: 0.2, common: 0, tails: 3 },
  },
  {
    name: "quiet and wild times (GARCH, t 5)",
    symbol: { drift: 0.08, volatility: 0.2, common: 0, tails: 5, clusters: true },
  },
];

const BLOCK = 20;
const PATHS = 400;
const BAND = { low: 0, high: 4 };

/** Share of so many worlds in which the band of nine in ten paths holds what the process makes. */
export function coverageOf({ symbol }: KnownProcess, worlds: number): number {
  const { drift, volatility } = symbol;
  const known = (TEN_YEARS / DAYS_PER_YEAR) * (drift - (volatility * volatility) / 2);
  const chance = seededChance(1, "coverage");
  let held = 0;
  for (let world = 1; world <= worlds; world++) {
    const [bars] = worldBars([symbol], { seed: world, days: TEN_YEARS });
    const returns = [...bars!.close].map(
      (close, n) => close / (n === 0 ? START : bars!.close[n - 1]!) - 1,
    );
    const { bands } = bootstrapBlocks(returns, BLOCK, {
      seed: chance.between(1, RATES_APART),
      paths: PATHS,
      start: 1,
    });
    const last = bands.at(-1)!.values;
    const growth = Math.exp(known);
    if (last[BAND.low]! <= growth && growth <= last[BAND.high]!) held += 1;
  }
  return held / worlds;
}

const START = 1_000_000;
