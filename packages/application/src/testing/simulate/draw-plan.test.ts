import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { drawPlan, type PlanKinds } from "./draw-plan.ts";
import type { SimulationPlan } from "./plan.ts";
import { MARKETS, PLACES, SESSIONS, spanOf } from "./plan-bounds.ts";
import { planProblemsOf } from "./plan-problems.ts";

const KINDS: PlanKinds = {
  faults: {
    broker: ["lost-answer", "slow", "refused"],
    database: ["commit-unknown", "away"],
    prices: ["silent"],
    clock: ["step", "suspended"],
    process: ["killed"],
  },
  acts: ["switch-off", "sell-all", "order"],
  rateMax: { killed: 0.02 },
  windowMaxMs: { away: 60_000 },
};
/** Of a batch as `npm test` runs it. */
const SEEDS = 500;

const seeds = fc.integer();
const spans = fc.integer({ min: 1, max: 5 });
const drawn = (seed: number, days = 1) => drawPlan(seed, { days, kinds: KINDS });
const batchFrom = (first: number): SimulationPlan[] =>
  Array.from({ length: SEEDS }, (_, index) => drawn(first + index));

describe("drawPlan", () => {
  it("always draws a plan that can be run", () => {
    fc.assert(
      fc.property(seeds, spans, (seed, days) => {
        expect(planProblemsOf(drawn(seed, days))).toEqual([]);
      }),
    );
  });

  it("always draws the same by the same seed, also from a file", () => {
    fc.assert(
      fc.property(seeds, spans, (seed, days) => {
        expect(JSON.parse(JSON.stringify(drawn(seed, days)))).toEqual(drawn(seed, days));
      }),
    );
  });

  it("always draws the same plan whatever kinds are drawn apart, and those beside it", () => {
    fc.assert(
      fc.property(seeds, spans, (seed, days) => {
        const faults = {
          ...KINDS.faults,
          process: ["killed", "paused"],
          broker: [...KINDS.faults.broker, "locked-out"],
        };
        const apart = ["paused", "locked-out"];
        const plan = drawPlan(seed, { days, kinds: { ...KINDS, faults, apart } });
        const isApart = ({ kind }: { readonly kind: string }) => apart.includes(kind);

        expect(planProblemsOf(plan)).toEqual([]);
        expect({ ...plan, faults: plan.faults.filter((fault) => !isApart(fault)) }).toEqual(
          drawn(seed, days),
        );
      }),
    );
    const more = { ...KINDS, faults: { ...KINDS.faults, process: ["killed", "paused"] } };
    const plans = Array.from({ length: SEEDS }, (_, seed) =>
      drawPlan(seed, { days: 1, kinds: { ...more, apart: ["paused"] } }),
    );
    const met = plans.filter(({ faults }) => faults.some(({ kind }) => kind === "paused"));
    expect(met.length).toBeGreaterThan(SEEDS / 20);
    expect(met.length).toBeLessThan(SEEDS / 2);
  });

  it("never limits a fault to something that is not there", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { faults, accounts, symbols, workers } = drawn(seed);
        const there = { broker: accounts.length, prices: symbols };
        for (const { on, target = 0 } of faults)
          expect(target).toBeLessThan(({ ...there } as Record<string, number>)[on] ?? workers + 1);
      }),
    );
  });

  it("never lets a kind happen oftener, or last longer, than leaves something to trade", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { from, kind, rate, to } of drawn(seed).faults) {
          expect(rate).toBeGreaterThan(0);
          if (kind === "killed") expect(rate).toBeLessThanOrEqual(0.02);
          if (kind === "away") expect(to - from).toBeLessThanOrEqual(60_000);
        }
      }),
    );
  });

  it("always begins every fault and act within its days", () => {
    fc.assert(
      fc.property(seeds, spans, (seed, days) => {
        const { faults, acts } = drawn(seed, days);
        for (const at of [...faults.map(({ from }) => from), ...acts.map((act) => act.at)])
          expect(at).toBeLessThan(spanOf(days));
      }),
    );
  });

  it("always draws every kind of fault, act, session, market and shape in a batch", () => {
    fc.assert(
      fc.property(seeds, (first) => {
        const plans = batchFrom(first);
        const all = <Value>(of: (plan: SimulationPlan) => readonly Value[]) =>
          new Set(plans.flatMap(of));

        expect(all((plan) => plan.faults.map(({ on, kind }) => `${on} ${kind}`)).size).toBe(
          PLACES.flatMap((on) => KINDS.faults[on]).length,
        );
        expect(all((plan) => plan.acts.map(({ kind }) => kind)).size).toBe(KINDS.acts.length);
        expect(all(({ session }) => [session]).size).toBe(SESSIONS.length);
        expect(all(({ market }) => [market]).size).toBe(MARKETS.length);
        expect(all(({ accounts }) => [accounts.length]).size).toBe(4);
        expect(all(({ accounts }) => accounts.map(({ user }) => user)).size).toBe(3);
        expect(
          all(({ accounts }) => accounts.map(({ stopAtBroker = false }) => stopAtBroker)).size,
        ).toBe(2);
        expect(all(({ symbols }) => [symbols]).size).toBe(8);
        expect(all(({ workers }) => [workers]).size).toBe(2);
      }),
      { numRuns: 20 },
    );
  });

  it("always leaves each family out of some seeds of a batch, and some without any fault", () => {
    fc.assert(
      fc.property(seeds, (first) => {
        const plans = batchFrom(first);
        for (const place of PLACES)
          expect(plans.some(({ faults }) => faults.every(({ on }) => on !== place))).toBe(true);
        expect(plans.some(({ faults }) => faults.length === 0)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
