import { BLOCKS } from "../metrics/block-sums.ts";

/**
 * The numbers of a trial, in their order in its row; then the sums and the squares of its skill's
 * blocks, and its skill in so many spans of consecutive days.
 */
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
  /** Of returns less their null's: the ratio of a day inside the sample, NaN where they never varied. */
  "skillSharpe",
  /** Mean of a day of these: of all days, and outside of the sample. */
  "skill",
  "outSkill",
] as const;
export type TrialField = (typeof TRIAL_FIELDS)[number];

const SUMS_AT = TRIAL_FIELDS.length;
const SQUARES_AT = SUMS_AT + BLOCKS;
const SPANS_AT = SQUARES_AT + BLOCKS;
/** Most spans that a trial's days are kept in: enough to tell one trial from another, and a mean from chance. */
export const SPANS_MAX = 128;
/** Numbers of a row. */
export const TRIAL_WIDTH = SPANS_AT + SPANS_MAX;

const PLACES = Object.fromEntries(TRIAL_FIELDS.map((name, place) => [name, place])) as Record<
  TrialField,
  number
>;

/** One number of one trial. */
export const trialNumber = (rows: Float64Array, trial: number, field: TrialField): number =>
  rows[trial * TRIAL_WIDTH + PLACES[field]]!;

export type TrialNumbers = Record<TrialField, number>;

export function writeTrial(
  rows: Float64Array,
  trial: number,
  numbers: TrialNumbers,
  blocks: { readonly sum: Float64Array; readonly squares: Float64Array },
  skill: Float64Array,
): void {
  const at = trial * TRIAL_WIDTH;
  for (const name of TRIAL_FIELDS) rows[at + PLACES[name]] = numbers[name];
  rows.set(blocks.sum, at + SUMS_AT);
  rows.set(blocks.squares, at + SQUARES_AT);
  rows.set(skillSpansOf(skill), at + SPANS_AT);
}

/** What the days of a skill sum to, span after span. */
export function skillSpansOf(skill: Float64Array): Float64Array {
  const sums = new Float64Array(spansOf(skill.length));
  for (let day = 0; day < skill.length; day++)
    sums[Math.floor((day * sums.length) / skill.length)]! += skill[day]!;
  return sums;
}

/** Days are kept one by one where they are few. */
export const spansOf = (days: number): number => Math.min(days, SPANS_MAX);

export const blockSumsIn = (rows: Float64Array, trial: number): Float64Array =>
  rows.subarray(trial * TRIAL_WIDTH + SUMS_AT, trial * TRIAL_WIDTH + SQUARES_AT);

export const blockSquaresIn = (rows: Float64Array, trial: number): Float64Array =>
  rows.subarray(trial * TRIAL_WIDTH + SQUARES_AT, trial * TRIAL_WIDTH + SPANS_AT);

/** The skill of a trial, span after span. */
export const skillSpansIn = (rows: Float64Array, trial: number, days: number): Float64Array =>
  rows.subarray(trial * TRIAL_WIDTH + SPANS_AT, trial * TRIAL_WIDTH + SPANS_AT + spansOf(days));
