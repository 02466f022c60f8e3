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
