import fc from "fast-check";

/** What a property is about comes up in most rounds: in ten it has. */
const ROUNDS_MAX = 10;

/**
 * Asserts a property by the run's seed, and by the next ones until its cases have met all that it is
 * about: no seed promises that they do. Says nothing itself; the test asks afterwards what was met.
 */
export function drawUntil(hasMet: () => boolean, assertBy: (seed: number) => void): void {
  const { seed: first = 0 } = fc.readConfigureGlobal();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    assertBy(first + round);
    if (hasMet()) return;
  }
}
