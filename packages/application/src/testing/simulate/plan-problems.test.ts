import { describe, expect, it } from "vitest";

import { planProblemsOf } from "./plan-problems.ts";

const PLAN = {
  seed: 7,
  days: 1,
  session: "regular",
  market: "calm",
  accounts: [{ user: 0, mode: "SIMPLE", hasStop: true, cashDollars: 1_000, isKeyless: false }],
  symbols: 2,
  workers: 1,
  faults: [{ on: "broker", kind: "slow", from: 0, to: 10, rate: 0.5, target: 0 }],
  acts: [{ at: 5, account: 0, kind: "sell-all", seed: 3 }],
};

describe("planProblemsOf", () => {
  it("finds nothing wrong with a plan", () => {
    expect(planProblemsOf(PLAN)).toEqual([]);
  });

  it.each([
    [undefined, "the plan has to be an object"],
    [[], "the plan: seed has to be a whole number"],
    [{ ...PLAN, seed: 1.5 }, "the plan: seed has to be a whole number"],
    [{ ...PLAN, days: 0 }, "days has to be a whole number from 1 to 250, not 0"],
    [{ ...PLAN, session: "sunday" }, "session has to be one of regular, half-day"],
    [{ ...PLAN, workers: 3 }, "workers has to be a whole number from 1 to 2, not 3"],
    [{ ...PLAN, accounts: [] }, "accounts has to hold one at least"],
    [{ ...PLAN, accounts: [1] }, "account 0 has to be an object"],
    [{ ...PLAN, faults: {} }, "faults has to be a list"],
    [{ ...PLAN, color: "red" }, "nothing is called color"],
    [{ ...PLAN, faults: [{ ...PLAN.faults[0], rate: 2 }] }, "fault 0: rate has to be a number"],
    [{ ...PLAN, faults: [{ ...PLAN.faults[0], to: 0 }] }, "fault 0: to has to be later than from"],
    [{ ...PLAN, acts: [{ ...PLAN.acts[0], account: 1 }] }, "act 0: there is no account 1"],
    [{ ...PLAN, acts: [{ ...PLAN.acts[0], kind: "" }] }, "act 0: kind has to be a name"],
  ])("says what is wrong with %j", (plan, words) => {
    expect(planProblemsOf(plan).join("\n")).toContain(words);
  });
});
