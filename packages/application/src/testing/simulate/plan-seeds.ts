import { chanceBits, chanceKey } from "../../chance/node-chance.ts";

/**
 * The seeds of a batch: the first half is the same in every commit, so that nothing they once found
 * is lost again; the second is a commit's own, so that each meets worlds nobody has seen.
 */
export function batchSeeds(count: number, base: number): readonly number[] {
  const fixed = Math.ceil(count / 2);
  return [
    ...Array.from({ length: fixed }, (_, index) => index + 1),
    ...ownSeeds(count - fixed, base),
  ];
}

/** A commit's own seeds, drawn by its base: the first ones of any number are the same. */
export function ownSeeds(count: number, base: number): readonly number[] {
  const key = chanceKey(base, "plans");
  return Array.from({ length: count }, (_, index) => chanceBits(key, index));
}
