import { chanceBits, chanceKey } from "../../simulation/node-chance.ts";

/**
 * The seeds of a batch: the first half is the same in every commit, so that nothing they once found
 * is lost again; the second is a commit's own, so that each meets worlds nobody has seen.
 */
export function batchSeeds(count: number, base: number): readonly number[] {
  const key = chanceKey(base, "plans");
  const fixed = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, index) =>
    index < fixed ? index + 1 : chanceBits(key, index - fixed),
  );
}
