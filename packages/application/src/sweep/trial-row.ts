import { BLOCKS } from "@sevenfold/domain/metrics/block-sums";

/** The numbers of a trial, in their order in its row; then the sums and the squares of its blocks. */
export const TRIAL_FIELDS = [
  "initialEquity",
  "finalEquity",
  "maxDrawdown",
  "trades",
  "exits",
  "wins",
  "won",
  "lost",
  "exposure",
  "canceled",
  /** Of a day, NaN where returns never varied: inside the sample, and outside of it. */
  "sharpe",
  "outSharpe",
  /** Growth inside the sample, and outside of it. Fractions. */
  "growth",
  "outGrowth",
  /** The deepest inside the sample. A fraction below 0. */
  "drawdown",
] as const;
export type TrialField = (typeof TRIAL_FIELDS)[number];

const SUMS_AT = TRIAL_FIELDS.length;
const SQUARES_AT = SUMS_AT + BLOCKS;
/** Numbers of a row. */
export const TRIAL_WIDTH = SQUARES_AT + BLOCKS;

const PLACES = Object.fromEntries(TRIAL_FIELDS.map((name, place) => [name, place])) as Record<
  TrialField,
  number
>;

/** One number of one trial. */
export const trialNumber = (rows: Float64Array, trial: number, field: TrialField): number =>
  rows[trial * TRIAL_WIDTH + PLACES[field]]!;

export type TrialNumbers = Record<TrialField, number>;

export const trialNumbersOf = (rows: Float64Array, trial: number): TrialNumbers =>
  Object.fromEntries(
    TRIAL_FIELDS.map((name) => [name, trialNumber(rows, trial, name)]),
  ) as TrialNumbers;

export function writeTrial(
  rows: Float64Array,
  trial: number,
  numbers: TrialNumbers,
  blocks: { readonly sum: Float64Array; readonly squares: Float64Array },
): void {
  const at = trial * TRIAL_WIDTH;
  for (const name of TRIAL_FIELDS) rows[at + PLACES[name]] = numbers[name];
  rows.set(blocks.sum, at + SUMS_AT);
  rows.set(blocks.squares, at + SQUARES_AT);
}

export const blockSumsIn = (rows: Float64Array, trial: number): Float64Array =>
  rows.subarray(trial * TRIAL_WIDTH + SUMS_AT, trial * TRIAL_WIDTH + SQUARES_AT);

export const blockSquaresIn = (rows: Float64Array, trial: number): Float64Array =>
  rows.subarray(trial * TRIAL_WIDTH + SQUARES_AT, (trial + 1) * TRIAL_WIDTH);
