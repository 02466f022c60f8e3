/** What keeps the best of a sweep from being taken for skill. */
export const SWEEP_DOUBTS = [
  "too-few-days",
  "never-traded",
  "free-of-costs",
  "deflated-sharpe",
  "reality-check",
  "no-skill-outside",
  "lost-outside",
  "overfitted",
  "loses-in-halves",
] as const;
export type SweepDoubt = (typeof SWEEP_DOUBTS)[number];

/** Fewer days say nothing. */
export const DAYS_MIN = 60;
/** The probability of skill that persuades. */
export const DEFLATED_SHARPE_MIN = 0.95;
/** Chance of the luckiest of all tries without skill that persuades no more. */
export const LUCK_MAX = 0.05;
/** Share of the halves of the past in which the setting the other half chose may lose to its null. */
export const LOSING_HALVES_MAX = 0.25;
/** Share of the halves in which it may be below the middle: beyond it, choosing is worse than drawing. */
export const OVERFITTING_MAX = 0.5;

/** What the tests found of the best trial; a number that could not be had is undefined. */
export interface SweepEvidence {
  readonly insideDays: number;
  readonly outsideDays: number;
  readonly exits: number;
  readonly hasCosts: boolean;
  readonly deflatedSharpe: number | undefined;
  /** Chance that the luckiest of all tries without skill does as well. */
  readonly luckChance: number | undefined;
  /** Mean skill of a day, of all days and of those kept aside. */
  readonly skill: number;
  readonly outsideSkill: number;
  readonly outsideGrowth: number;
  /** Of the splits of the past; undefined where there are none. */
  readonly overfitting: number | undefined;
  readonly losingHalves: number | undefined;
}

/** How much of what a test allows the evidence takes: from 1 on it is a doubt. */
export interface TestStrain {
  readonly doubt: SweepDoubt;
  readonly strain: number;
}

export interface SweepJudgement {
  /** Every doubt there is; with one the sweep is labelled as noise. */
  readonly doubts: readonly SweepDoubt[];
  /** The test that the evidence strains most, failed or not. */
  readonly weakest: SweepDoubt;
  readonly strains: readonly TestStrain[];
}

const FAILED = 1;

/** All tests have to agree: one that doubts makes noise of the rest. docs/backtesting.md#sweeps */
export function judgementOf(evidence: SweepEvidence): SweepJudgement {
  const gate = gateOf(evidence);
  if (gate !== undefined)
    return { doubts: [gate], weakest: gate, strains: [{ doubt: gate, strain: FAILED }] };
  const strains = strainsOf(evidence);
  const weakest = strains.reduce((most, each) => (most.strain < each.strain ? each : most));
  return {
    doubts: strains.filter(({ strain }) => FAILED <= strain).map(({ doubt }) => doubt),
    weakest: weakest.doubt,
    strains,
  };
}

/** Without these there is nothing to test. */
function gateOf({ insideDays, exits, hasCosts }: SweepEvidence): SweepDoubt | undefined {
  if (insideDays < DAYS_MIN) return "too-few-days";
  if (exits === 0) return "never-traded";
  return hasCosts ? undefined : "free-of-costs";
}

function strainsOf(evidence: SweepEvidence): readonly TestStrain[] {
  const { deflatedSharpe = 0, luckChance = 1, overfitting, losingHalves } = evidence;
  const strains: TestStrain[] = [
    {
      doubt: "deflated-sharpe",
      strain: beyond((1 - deflatedSharpe) / (1 - DEFLATED_SHARPE_MIN)),
    },
    { doubt: "reality-check", strain: beyond(luckChance / LUCK_MAX) },
  ];
  if (0 < evidence.outsideDays)
    strains.push(
      { doubt: "no-skill-outside", strain: outsideStrainOf(evidence) },
      { doubt: "lost-outside", strain: evidence.outsideGrowth <= 0 ? FAILED : 0 },
    );
  if (overfitting !== undefined)
    strains.push({ doubt: "overfitted", strain: beyond(overfitting / OVERFITTING_MAX) });
  if (losingHalves !== undefined)
    strains.push({ doubt: "loses-in-halves", strain: beyond(losingHalves / LOSING_HALVES_MAX) });
  return strains;
}

/** A limit that is met to the last bit is met: rounding of a ratio is no doubt. */
function beyond(ratio: number): number {
  return Math.abs(ratio - FAILED) < 1e-9 ? FAILED - 1e-9 : ratio;
}

/** The part of the skill that is missing on the days kept aside. */
const outsideStrainOf = ({ skill, outsideSkill }: SweepEvidence): number =>
  0 < outsideSkill && 0 < skill ? Math.max(0, 1 - outsideSkill / skill) : FAILED;
