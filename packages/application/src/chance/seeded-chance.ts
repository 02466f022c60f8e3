import { chanceKey, chanceUnit } from "./node-chance.ts";

/** A stream of chance: same seed and name, same draws in the same order. */
export interface SeededChance {
  /** In [0, 1). */
  unit(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  happens(probability: number): boolean;
}

/** The stream from its first draw on, or from a later one. */
export function seededChance(seed: number, name: string, first = 0): SeededChance {
  const key = chanceKey(seed, name);
  let index = first;
  const unit = () => chanceUnit(key, index++);
  return {
    unit,
    between: (least, most) => least + Math.floor(unit() * (most - least + 1)),
    happens: (probability) => unit() < probability,
  };
}
