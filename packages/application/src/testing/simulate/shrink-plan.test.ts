import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { drawPlan } from "./draw-plan.ts";
import type { SimulationPlan } from "./plan.ts";
import { planProblemsOf } from "./plan-problems.ts";
import { shrinkPlan } from "./shrink-plan.ts";

const KINDS = {
  faults: {
    broker: ["lost-answer", "slow"],
    database: ["away"],
    prices: ["silent"],
    clock: ["step"],
    process: ["killed"],
  },
  acts: ["sell-all", "order"],
};
const ENOUGH_RUNS = 100_000;

/** A world that fails where certain faults and acts come together on enough accounts and symbols. */
interface Defect {
  readonly faults: readonly string[];
  readonly acts: readonly string[];
  readonly accounts: number;
  readonly symbols: number;
  readonly days: number;
  readonly workers: number;
}
const defects = fc.record<Defect>({
  faults: fc.uniqueArray(fc.constantFrom("lost-answer", "slow", "away", "step"), { maxLength: 3 }),
  acts: fc.uniqueArray(fc.constantFrom("sell-all", "order"), { maxLength: 2 }),
  accounts: fc.integer({ min: 1, max: 3 }),
  symbols: fc.integer({ min: 1, max: 5 }),
  days: fc.integer({ min: 1, max: 3 }),
  workers: fc.integer({ min: 1, max: 2 }),
});

const meets = (plan: SimulationPlan, defect: Defect): boolean =>
  defect.faults.every((kind) => plan.faults.some((fault) => fault.kind === kind)) &&
  defect.acts.every((kind) => plan.acts.some((act) => act.kind === kind)) &&
  defect.accounts <= plan.accounts.length &&
  defect.symbols <= plan.symbols &&
  defect.days <= plan.days &&
  defect.workers <= plan.workers;

/** The claim's numbers and ids are of the plan; a plan without the defect may fail by another. */
const runWith = (defect: Defect) => async (plan: SimulationPlan) => ({
  broken: meets(plan, defect)
    ? [`account ${plan.accounts.length}: $${plan.symbols}.07 of AAPL is missing`]
    : plan.acts.length % 2 === 0
      ? ["account 1: a trail is too wide"]
      : [],
});
const CLAIM = "account 9: $1.99 of F is missing";

describe("shrinkPlan", () => {
  it("leaves nothing but what it takes to fail, whatever that is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), defects, async (seed, defect) => {
        const plan = drawPlan(seed, { days: 3, kinds: KINDS });
        fc.pre(meets(plan, defect));
        const run = runWith(defect);
        const small = await shrinkPlan({ plan, claim: CLAIM }, run, ENOUGH_RUNS);

        expect(small.isSmallest).toBe(true);
        expect((await run(small.plan)).broken).toEqual([small.claim]);
        expect(planProblemsOf(small.plan)).toEqual([]);
        expect(small.plan.faults.map(({ kind }) => kind).toSorted()).toEqual(
          defect.faults.toSorted(),
        );
        expect(small.plan.acts.map(({ kind }) => kind).toSorted()).toEqual(defect.acts.toSorted());
        expect(small.plan.accounts).toHaveLength(defect.accounts);
        expect(small.plan).toMatchObject({
          symbols: defect.symbols,
          days: defect.days,
          workers: defect.workers,
          session: "regular",
          market: "calm",
        });
      }),
      { numRuns: 60 },
    );
  });

  it("never leaves a fault or an act that can be dropped alone, where many do the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 4 }), async (seed, least) => {
        const plan = drawPlan(seed, { days: 1, kinds: KINDS });
        fc.pre(least <= plan.faults.length && least <= plan.acts.length);
        const fails = ({ faults, acts }: SimulationPlan) =>
          least <= faults.length && least <= acts.length;
        const run = async (each: SimulationPlan) => ({ broken: fails(each) ? [CLAIM] : [] });
        const small = (await shrinkPlan({ plan, claim: CLAIM }, run, ENOUGH_RUNS)).plan;

        expect(small.faults).toHaveLength(least);
        expect(small.acts).toHaveLength(least);
      }),
      { numRuns: 60 },
    );
  });

  it("cuts off what comes after the moment that fails", async () => {
    const moment = 200_000;
    const plan = { ...drawPlan(3, { days: 2, kinds: KINDS }), acts: [] };
    const faults = [{ on: "broker", kind: "slow", from: 1_000, to: 90_000_000, rate: 1 }] as const;
    const run = async (each: SimulationPlan) => ({
      broken: each.faults.some(({ to }) => moment <= to) ? [CLAIM] : [],
    });

    const small = await shrinkPlan({ plan: { ...plan, faults }, claim: CLAIM }, run);
    const to = small.plan.faults[0]?.to ?? 0;
    expect(moment <= to && to < moment + 60_000).toBe(true);
  });

  it("never runs more often than it may, and says that it may not be done", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 0, max: 12 }), async (seed, runsMax) => {
        const plan = drawPlan(seed, { days: 2, kinds: KINDS });
        let runs = 0;
        const run = async (each: SimulationPlan) => {
          runs += 1;
          return { broken: 0 < each.acts.length ? [CLAIM] : [] };
        };
        const small = await shrinkPlan({ plan, claim: CLAIM }, run, runsMax);

        expect(runs).toBeLessThanOrEqual(runsMax);
        expect(small.runs).toBe(runs);
        expect(small.isSmallest && runs === runsMax).toBe(false);
      }),
    );
  });

  it("keeps what is planned for an account or a worker, under the number that is left", async () => {
    const drawn = drawPlan(5, { days: 1, kinds: KINDS });
    const account = drawn.accounts[0]!;
    const fault = { from: 0, to: 50_000, rate: 1 };
    const plan: SimulationPlan = {
      ...drawn,
      workers: 2,
      accounts: [account, account, { ...account, cashDollars: 7 }],
      faults: [
        { on: "broker", kind: "slow", ...fault, target: 2 },
        { on: "process", kind: "killed", ...fault, target: 2 },
      ],
      acts: [{ at: 1, account: 2, kind: "order", seed: 1 }],
    };
    const hasAll = ({ accounts, faults, acts }: SimulationPlan) =>
      accounts.some(({ cashDollars }) => cashDollars === 7) &&
      faults.length === 2 &&
      acts.length === 1;
    const run = async (each: SimulationPlan) => ({ broken: hasAll(each) ? [CLAIM] : [] });

    const small = (await shrinkPlan({ plan, claim: CLAIM }, run)).plan;
    expect(small.accounts).toHaveLength(1);
    expect(small.workers).toBe(1);
    expect(small.faults.map(({ target }) => target)).toEqual([0, 1]);
    expect(small.acts[0]?.account).toBe(0);
  });
});
