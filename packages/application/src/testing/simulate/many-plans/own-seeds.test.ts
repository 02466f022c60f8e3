import { describe, expect, inject, it } from "vitest";

import { ownSeeds } from "../plan-seeds.ts";
import { playSeeds } from "../play-seeds.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** `tools/say-seed.ts`. */
    readonly propertySeed: number;
  }
}

/** Few: what hundreds of worlds in a row keep, a commit breaks by what it changed, or hardly ever. */
const OWN = 10;

describe("simulated days", () => {
  it("always keep every claim, in worlds that no commit has met before", async () => {
    const { differing, failures } = await playSeeds(ownSeeds(OWN, inject("propertySeed")), 1);

    expect(failures).toEqual([]);
    expect(differing, "the same plan ran otherwise the second time").toEqual([]);
  });
});
