import type {
  Parameter,
  Strategy,
} from "@sevenfold/application/research/own-strategy/strategy-interface";
import { usageFailure } from "../failure.ts";

/** How far a value may be from a step and still be taken for it: floats have no tenths. */
const STEP_TOLERANCE = 1e-9;

/** What is said of a range where a run is asked for. */
export const ONE_VALUE = "one value is taken here; ranges and lists are for sweep and walk-forward";

/** The parameters as they are usual, with those given as "fast=20". Throws a usage `Failure`. */
export function parametersOf(
  { parameters = {} }: Strategy,
  given: readonly string[],
): Readonly<Record<string, number>> {
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]),
  );
  for (const text of given) {
    const at = text.indexOf("=");
    const name = text.slice(0, Math.max(0, at)).trim();
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined)
      throw usageFailure(
        `--set ${text}: the strategy has ${namesOf(parameters)}; write --set name=value`,
      );
    const cell = text.slice(at + 1);
    if (/\.\.|,/.test(cell)) throw usageFailure(`--set ${text}: ${ONE_VALUE}`);
    values[name] = numberFor(text, cell, parameter);
  }
  return values;
}

/** One value of a parameter; `text` is what was typed. Throws a usage `Failure`. */
export function numberFor(text: string, cell: string, { min, max, step }: Parameter): number {
  const value = cell.trim() === "" ? Number.NaN : Number(cell);
  if (!(min <= value && value <= max))
    throw usageFailure(`--set ${text}: it is a number from ${min} to ${max}`);
  const steps = step === undefined ? 0 : (value - min) / step;
  if (STEP_TOLERANCE < Math.abs(steps - Math.round(steps)))
    throw usageFailure(`--set ${text}: it goes from ${min} in steps of ${step}`);
  return value;
}

export function namesOf(parameters: Readonly<Record<string, Parameter>>): string {
  const names = Object.keys(parameters);
  return names.length === 0 ? "no parameters" : `the parameters ${names.join(", ")}`;
}
