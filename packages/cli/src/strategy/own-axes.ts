import type { Parameter } from "@sevenfold/application/research/own-strategy/strategy-interface";
import type { SweepAxis } from "@sevenfold/application/research/sweep/sweep-space";
import { usageFailure } from "../failure.ts";
import { namesOf, numberFor } from "./strategy-parameters.ts";

type Parameters = Readonly<Record<string, Parameter>>;

/** About so many combinations a strategy is tried with where nobody says which. */
const GRID = 500;
const VALUES_LEAST = 3;
const VALUES_MOST = 21;
/** Of a parameter to draw from. */
const DRAWN_MOST = 1_000;
/** Values of one axis: a grid of more has no reader. */
const VALUES_MAX = 10_000;

/**
 * The axes of a sweep over a strategy's parameters. Where a typed one takes several values, those that
 * are typed vary; else every other parameter does, between its bounds. Throws a usage `Failure`.
 */
export function ownAxesFrom(
  parameters: Parameters,
  given: readonly string[],
  isDrawn: boolean,
): readonly SweepAxis[] {
  const typed = given.map((text) => axisFrom(text, parameters));
  const twice = typed.find(
    ({ name }, place) => typed.findIndex((axis) => axis.name === name) !== place,
  );
  if (twice !== undefined)
    throw usageFailure(
      `--set ${twice.name} stands there twice; write its values in one, such as 2,4,6`,
    );
  if (typed.some(({ values }) => 1 < values.length)) return typed;
  const fixed = new Set(typed.map(({ name }) => name));
  const others = Object.entries(parameters).filter(([name]) => !fixed.has(name));
  const most = isDrawn ? DRAWN_MOST : valuesEach(others.length);
  return [
    ...typed,
    ...others.map(([name, parameter]) => ({ name, values: spreadOver(parameter, most) })),
  ];
}

const valuesEach = (axes: number): number =>
  Math.min(VALUES_MOST, Math.max(VALUES_LEAST, Math.floor(GRID ** (1 / axes))));

/** Evenly from bound to bound on whole steps, with the default among them. */
function spreadOver({ default: usual, min, max, step }: Parameter, most: number): number[] {
  const steps =
    step === undefined ? Number.POSITIVE_INFINITY : Math.floor(plain((max - min) / step));
  const count = min === max ? 1 : Math.min(most, steps + 1);
  const values = Array.from({ length: count }, (_, place) => {
    if (count === 1) return usual;
    const share = place / (count - 1);
    return step === undefined
      ? plain(min + share * (max - min))
      : plain(min + Math.round(share * steps) * step);
  });
  const nearest = values.reduce(
    (best, value, place) =>
      Math.abs(value - usual) < Math.abs(values[best]! - usual) ? place : best,
    0,
  );
  values[nearest] = usual;
  return ascending(values);
}

/** "fast=10..50:10", "fast=10,20" or "fast=10". */
function axisFrom(text: string, parameters: Parameters): SweepAxis {
  const [, word = "", range = ""] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  const name = word.trim();
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (parameter === undefined)
    throw usageFailure(
      `--set ${text}: the strategy has ${namesOf(parameters)}; write --set name=value, name=from..to:step or name=one,other`,
    );
  const values = ascending(range.split(",").flatMap((part) => valuesIn(part, parameter, text)));
  if (VALUES_MAX < values.length)
    throw usageFailure(`--set ${text}: these are ${values.length} values; write a larger step`);
  return { name, values };
}

function valuesIn(part: string, parameter: Parameter, text: string): readonly number[] {
  const [, from, to, by] = /^(.+?)\.\.([^:]+)(?::(.+))?$/.exec(part.trim()) ?? [];
  if (from === undefined || to === undefined) return [numberFor(text, part, parameter)];
  const least = numberFor(text, from, parameter);
  const most = numberFor(text, to, parameter);
  const step = by === undefined ? parameter.step : Number(by);
  if (step === undefined)
    throw usageFailure(`--set ${text}: the parameter has no step of its own; write ${part}:STEP`);
  if (!(most >= least && 0 < step))
    throw usageFailure(`--set ${text}: a range goes up, from..to:step, by a step above 0`);
  if (VALUES_MAX * step < most - least)
    throw usageFailure(`--set ${text}: the step is too small for the range`);
  const count = Math.floor(plain((most - least) / step)) + 1;
  return Array.from({ length: count }, (_, place) =>
    numberFor(text, String(plain(least + place * step)), parameter),
  );
}

const ascending = (values: readonly number[]): number[] =>
  [...new Set(values)].sort((one, other) => one - other);

/** Floats have no tenths: 0.1 + 0.2 is 0.3 here. */
const plain = (value: number): number => Number(value.toPrecision(12));
