/** Takes one value a bar; answers nothing until it has seen enough of them. */
export interface Indicator<Input, Output = number> {
  next(input: Input): Output | undefined;
}

/** What an indicator of ranges looks at; any unit, as long as it is the same one. */
export interface Range {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** The longest window: four hundred days of minutes. */
export const PERIOD_MAX = 200_000;

/** The period, if it is one. */
export function period(bars: number, least = 1): number {
  if (Number.isInteger(bars) && least <= bars && bars <= PERIOD_MAX) return bars;
  throw new RangeError(`a period is a whole number from ${least} to ${PERIOD_MAX}, not ${bars}`);
}

/** The value, if it is one: a single NaN would stay in an average for good. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`an indicator takes a finite number, not ${value}`);
}

/** Answers the inputs from one to before another, each in its place: NaN to those it has no answer to yet. */
export type Filling = (
  inputs: Float64Array,
  answers: Float64Array,
  from: number,
  to: number,
) => void;

/** An indicator that takes many values at once, asked one by one. */
export function oneByOne(fill: Filling): Indicator<number> {
  const input = new Float64Array(1);
  const answer = new Float64Array(1);
  return {
    next(value) {
      input[0] = finite(value);
      fill(input, answer, 0, 1);
      return Number.isNaN(answer[0]) ? undefined : answer[0];
    },
  };
}

/** An indicator that is asked one by one, given many values at once. */
export const atOnce =
  (indicator: Indicator<number>): Filling =>
  (inputs, answers, from, to) => {
    for (let n = from; n < to; n += 1) answers[n] = indicator.next(inputs[n]!) ?? Number.NaN;
  };
