/** What keeps the best of a sweep from being taken for skill. */
export const SWEEP_DOUBTS = [
  "too-few-days",
  "never-traded",
  "deflated-sharpe",
  "lost-outside",
  "loses-in-halves",
] as const;
export type SweepDoubt = (typeof SWEEP_DOUBTS)[number];

/** Fewer days say nothing. */
export const DAYS_MIN = 60;
/** The probability of skill that persuades. */
export const DEFLATED_SHARPE_MIN = 0.95;
/** Share of the halves of the past in which the setting the other half chose may lose. */
export const LOSING_HALVES_MAX = 0.25;

export interface SweepEvidence {
  readonly insideDays: number;
  readonly exits: number;
  readonly deflatedSharpe: number | undefined;
  readonly outsideGrowth: number | undefined;
  readonly losingHalves: number | undefined;
}

/** Every doubt there is; a sweep with one is labelled as noise. docs/backtesting.md#sweeps */
export function doubtsOf(evidence: SweepEvidence): readonly SweepDoubt[] {
  const { insideDays, exits, deflatedSharpe, outsideGrowth, losingHalves } = evidence;
  if (insideDays < DAYS_MIN) return ["too-few-days"];
  if (exits === 0) return ["never-traded"];
  const doubts: SweepDoubt[] = [];
  if (!(DEFLATED_SHARPE_MIN <= (deflatedSharpe ?? 0))) doubts.push("deflated-sharpe");
  if (outsideGrowth !== undefined && outsideGrowth <= 0) doubts.push("lost-outside");
  if (losingHalves !== undefined && LOSING_HALVES_MAX < losingHalves)
    doubts.push("loses-in-halves");
  return doubts;
}
