import { bisectedNormal } from "@sevenfold/application/testing/bisected-normal";
import { describe, expect, it } from "vitest";
import { jstatNormal } from "./jstat-normal.ts";

describe("jStat's normal distribution", () => {
  it("is the one that the density integrates to", () => {
    for (let z = -6; z <= 6; z += 0.37)
      expect(jstatNormal.shareBelow(z)).toBeCloseTo(bisectedNormal.shareBelow(z), 10);
  });

  it("has the quantiles of the tables", () => {
    const table = {
      0.05: -1.6448536269514722,
      0.5: 0,
      0.975: 1.959963984540054,
      0.999: 3.090232306167813,
    };
    for (const [share, z] of Object.entries(table))
      expect(jstatNormal.quantile(Number(share))).toBeCloseTo(z, 9);
  });
});
