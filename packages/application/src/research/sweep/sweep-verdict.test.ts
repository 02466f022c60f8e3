import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgementOf, type SweepDoubt, type SweepEvidence } from "./sweep-verdict.ts";

const PERSUADING: SweepEvidence = {
  insideDays: 700,
  outsideDays: 300,
  exits: 40,
  hasCosts: true,
  deflatedSharpe: 0.99,
  luckChance: 0.01,
  skill: 0.0004,
  outsideSkill: 0.0003,
  outsideGrowth: 0.1,
  overfitting: 0.2,
  losingHalves: 0.05,
};

const FAILURES: readonly (readonly [SweepDoubt, Partial<SweepEvidence>])[] = [
  ["too-few-days", { insideDays: 59 }],
  ["never-traded", { exits: 0 }],
  ["free-of-costs", { hasCosts: false }],
  ["deflated-sharpe", { deflatedSharpe: 0.949 }],
  ["deflated-sharpe", { deflatedSharpe: undefined }],
  ["reality-check", { luckChance: 0.051 }],
  ["reality-check", { luckChance: undefined }],
  ["no-skill-outside", { outsideSkill: 0 }],
  ["lost-outside", { outsideGrowth: -0.01 }],
  ["overfitted", { overfitting: 0.51 }],
  ["loses-in-halves", { losingHalves: 0.26 }],
];

describe("the verdict", () => {
  it("holds up where every test agrees, and names the one that was nearest to failing", () => {
    expect(judgementOf(PERSUADING)).toMatchObject({ doubts: [], weakest: "overfitted" });
    expect(judgementOf({ ...PERSUADING, luckChance: 0.049 })).toMatchObject({
      doubts: [],
      weakest: "reality-check",
    });
  });

  it.each(FAILURES)("is noise for %s alone, which is the weakest point", (doubt, failing) => {
    const { doubts, weakest } = judgementOf({ ...PERSUADING, ...failing });

    expect(doubts).toEqual([doubt]);
    expect(weakest).toBe(doubt);
  });

  it("never holds up where any of the tests disagrees", () => {
    const failures = fc.subarray([...FAILURES], { minLength: 1 });
    fc.assert(
      fc.property(failures, (some) => {
        const evidence = Object.assign({}, PERSUADING, ...some.map(([, failing]) => failing));
        const { doubts, weakest } = judgementOf(evidence);
        expect(doubts.length).toBeGreaterThan(0);
        expect(doubts).toContain(weakest);
      }),
    );
  });

  it("meets a limit that is met exactly", () => {
    const exact = { deflatedSharpe: 0.95, luckChance: 0.05, overfitting: 0.5, losingHalves: 0.25 };

    expect(judgementOf({ ...PERSUADING, ...exact }).doubts).toEqual([]);
  });

  it("asks nothing of days that were not kept aside, or of halves of a single trial", () => {
    const { doubts } = judgementOf({
      ...PERSUADING,
      ...{ outsideDays: 0, outsideSkill: Number.NaN, outsideGrowth: Number.NaN },
      ...{ overfitting: undefined, losingHalves: undefined },
    });

    expect(doubts).toEqual([]);
  });
});
