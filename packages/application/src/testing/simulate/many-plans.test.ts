import { describe, expect, it } from "vitest";

import { missingIn } from "./batch-tally.ts";
import { playSeeds } from "./play-seeds.ts";
import { EVERYDAY_STATES } from "./required-states.ts";

/** A test's worlds, which take about twenty-five seconds of one processor. */
const AT_ONCE = 100;
const PLANS = 500;

describe("simulated days", () => {
  for (let from = 1; from <= PLANS; from += AT_ONCE)
    it(`always keep every claim, in the worlds from ${from} on`, async () => {
      const seeds = Array.from({ length: AT_ONCE }, (_, index) => from + index);
      const { differing, failures, tally } = await playSeeds(seeds, 1);

      expect(failures).toEqual([]);
      expect(differing, "the same plan ran otherwise the second time").toEqual([]);
      expect(missingIn(tally.reached, EVERYDAY_STATES)).toEqual([]);
      expect(tally.reached.get("fill-booked")).toBeGreaterThan(AT_ONCE);
    });
});
