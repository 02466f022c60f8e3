import { type SeededChance, seededChance } from "../../chance/seeded-chance.ts";
import type {
  FaultPlace,
  PlannedAccount,
  PlannedAct,
  PlannedFault,
  SimulationPlan,
} from "./plan.ts";
import {
  ACCOUNTS_MAX,
  MARKETS,
  MODES,
  PLACES,
  SESSIONS,
  SYMBOLS_MAX,
  spanOf,
  USERS_MAX,
} from "./plan-bounds.ts";
import { PLAYED_DAY_MS } from "./played-time.ts";

/** What there is to draw from. */
export interface PlanKinds {
  readonly faults: Readonly<Record<FaultPlace, readonly string[]>>;
  readonly acts: readonly string[];
  /** Those of them that are drawn by chances of their own. */
  readonly actsApart?: readonly ActsApart[];
  /** Kinds of fault that are drawn by a chance of their own, beside all others. */
  readonly apart?: readonly string[];
  /** Of a kind that would stop all trading at a higher rate, the highest. */
  readonly rateMax?: Readonly<Record<string, number>>;
  /** The same of windows. */
  readonly windowMaxMs?: Readonly<Record<string, number>>;
}

/** Acts that came later, drawn by a chance of their own: a seed keeps what it had, and has them beside it. */
export interface ActsApart {
  readonly chance: string;
  readonly kinds: readonly string[];
  /** Of how many seeds that have any; of all of them when not said. */
  readonly share?: number;
}

/** How much goes wrong: where much does, little is traded, so that both have to be drawn. */
interface Mood {
  readonly family: number;
  readonly kind: number;
  readonly windowsMax: number;
  readonly rateMax: number;
  readonly actsMax: number;
}

// prettier-ignore
const MOODS = {
  calm: { family: 0.2, kind: 0.25, windowsMax: 1, rateMax: 0.1, actsMax: 3 },
  mixed: { family: 0.5, kind: 0.5, windowsMax: 2, rateMax: 0.5, actsMax: 8 },
  mad: { family: 0.9, kind: 0.8, windowsMax: 3, rateMax: 1, actsMax: 20 },
} as const satisfies Record<string, Mood>;

const CASH_DOLLARS = [2_000, 25_000, 100_000, 1_000_000] as const;
const RATE_MIN = 0.005;
const WINDOW_MIN_MS = 2_000;

/**
 * What a seed meets: first which families of fault are on at all, then their kinds, windows, rates
 * and targets. Seeds that leave whole families out go deeper into the others than any mix of all.
 */
export function drawPlan(
  seed: number,
  { days, kinds }: { readonly days: number; readonly kinds: PlanKinds },
): SimulationPlan {
  const chance = seededChance(seed, "plan");
  const mood = moodOf(chance);
  const accounts = withStops(drawAccounts(chance), seededChance(seed, "stops"));
  const symbols = chance.between(1, SYMBOLS_MAX);
  const workers = chance.happens(0.5) ? 2 : 1;
  const reach = {
    kinds,
    span: spanOf(days),
    targets: {
      broker: accounts.length,
      database: workers + 1,
      prices: symbols,
      clock: workers + 1,
      process: workers + 1,
    },
  };
  return {
    seed,
    days,
    session: oneOf(chance, SESSIONS),
    market: oneOf(chance, MARKETS),
    accounts,
    symbols,
    workers,
    faults: [
      ...drawFaults(chance, mood, reach),
      ...drawApart(seededChance(seed, "plan-apart"), mood, reach),
    ],
    acts: [
      ...drawActs(chance, mood, usual(kinds), { days, accounts: accounts.length }),
      ...(kinds.actsApart ?? []).flatMap((apart) =>
        drawActsApart(seededChance(seed, apart.chance), mood, apart, {
          days,
          accounts: accounts.length,
        }),
      ),
    ].toSorted((one, other) => one.at - other.at),
  };
}

function moodOf(chance: SeededChance): Mood {
  const drawn = chance.unit();
  return drawn < 0.3 ? MOODS.calm : drawn < 0.8 ? MOODS.mixed : MOODS.mad;
}

function drawAccounts(chance: SeededChance): PlannedAccount[] {
  const users = chance.between(1, USERS_MAX);
  return times(chance.between(1, ACCOUNTS_MAX), (index) => ({
    // The first accounts go to a user each, so that each user has one where there are enough.
    user: index < users ? index : chance.between(0, users - 1),
    mode: oneOf(chance, MODES),
    hasStop: chance.happens(0.5),
    cashDollars: oneOf(chance, CASH_DOLLARS),
    isKeyless: chance.happens(0.25),
  }));
}

/** From a stream of their own, so that what else a seed draws stays as it was without them. */
const withStops = (accounts: readonly PlannedAccount[], chance: SeededChance): PlannedAccount[] =>
  accounts.map((account) => (chance.happens(0.5) ? { ...account, stopAtBroker: true } : account));

interface Reach {
  readonly kinds: PlanKinds;
  readonly span: number;
  /** How many there are in each place to limit a fault to. */
  readonly targets: Readonly<Record<FaultPlace, number>>;
}

function drawFaults(chance: SeededChance, mood: Mood, reach: Reach): PlannedFault[] {
  const { apart = [], faults } = reach.kinds;
  return PLACES.filter(() => chance.happens(mood.family)).flatMap((on) => {
    const together = faults[on].filter((kind) => !apart.includes(kind));
    return someOf(chance, together, mood.kind).flatMap((kind) =>
      drawWindows(chance, { on, kind }, mood, reach),
    );
  });
}

/** Each of them by itself, half as often as a family. */
function drawApart(chance: SeededChance, mood: Mood, reach: Reach): PlannedFault[] {
  const { apart = [], faults } = reach.kinds;
  return PLACES.flatMap((on) =>
    faults[on]
      .filter((kind) => apart.includes(kind) && chance.happens(mood.family / 2))
      .flatMap((kind) => drawWindows(chance, { on, kind }, mood, reach)),
  );
}

const drawWindows = (
  chance: SeededChance,
  fault: Pick<PlannedFault, "on" | "kind">,
  mood: Mood,
  reach: Reach,
): PlannedFault[] =>
  times(chance.between(1, mood.windowsMax), () => drawFault(chance, fault, mood, reach));

function drawFault(
  chance: SeededChance,
  { on, kind }: Pick<PlannedFault, "on" | "kind">,
  mood: Mood,
  { kinds, span, targets }: Reach,
): PlannedFault {
  const longest = kinds.windowMaxMs?.[kind] ?? PLAYED_DAY_MS;
  const highest = Math.min(mood.rateMax, kinds.rateMax?.[kind] ?? 1);
  const length = Math.round(evenlyInSize(chance, WINDOW_MIN_MS, longest));
  const from = chance.between(0, span - 1);
  return {
    on,
    kind,
    from,
    to: from + length,
    rate: Number(evenlyInSize(chance, Math.min(RATE_MIN, highest), highest).toFixed(4)),
    ...(chance.happens(0.4) && { target: chance.between(0, targets[on] - 1) }),
  };
}

const usual = ({ acts, actsApart = [] }: PlanKinds): readonly string[] => {
  const apart = new Set(actsApart.flatMap(({ kinds }) => kinds));
  return acts.filter((kind) => !apart.has(kind));
};

const drawActsApart = (
  chance: SeededChance,
  mood: Mood,
  { kinds, share }: ActsApart,
  reach: Parameters<typeof drawActs>[3],
): PlannedAct[] =>
  share === undefined || chance.happens(share) ? drawActs(chance, mood, kinds, reach) : [];

function drawActs(
  chance: SeededChance,
  { actsMax }: Mood,
  acts: readonly string[],
  { days, accounts }: { readonly days: number; readonly accounts: number },
): PlannedAct[] {
  if (acts.length === 0) return [];
  return times(chance.between(0, actsMax * days), () => ({
    at: chance.between(0, spanOf(days) - 1),
    account: chance.between(0, accounts - 1),
    kind: oneOf(chance, acts),
    seed: chance.between(0, 999_999),
  })).toSorted((one, other) => one.at - other.at);
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const oneOf = <Value>(chance: SeededChance, values: readonly Value[]): Value =>
  values[chance.between(0, values.length - 1)]!;

/** Each by itself with this probability; at least one where there is any. */
function someOf<Value>(
  chance: SeededChance,
  values: readonly Value[],
  probability: number,
): readonly Value[] {
  const drawn = values.filter(() => chance.happens(probability));
  return drawn.length === 0 && 0 < values.length ? [oneOf(chance, values)] : drawn;
}

/** As often between 1 and 10 as between 10 and 100: short windows and rare faults come up too. */
const evenlyInSize = (chance: SeededChance, least: number, most: number): number =>
  least * (most / least) ** chance.unit();
