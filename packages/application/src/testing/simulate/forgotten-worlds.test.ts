import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { drainMicrotasks } from "./drain-microtasks.ts";
import type { PlannedFault, SimulationPlan } from "./plan.ts";
import { simulate } from "./simulate.ts";

const from = 20_000;
const to = 200_000;
/** Processes that end well, die at any await, and stand beside one another. */
const FAULTS: readonly PlannedFault[] = [
  { on: "process", kind: "kill", from, to, rate: 0.05 },
  { on: "process", kind: "deploy", from, to, rate: 0.02 },
  { on: "process", kind: "second-worker", from, to, rate: 0.02 },
  { on: "broker", kind: "broken-stream", from, to, rate: 0.05 },
];
const PLAN: SimulationPlan = {
  seed: 1,
  days: 1,
  session: "regular",
  market: "whipsaw",
  accounts: [{ user: 0, mode: "TRAILING", hasStop: true, cashDollars: 25_000, isKeyless: false }],
  symbols: 2,
  workers: 2,
  faults: FAULTS,
  acts: [],
};

/** The worlds of these plans, played one after the other, that the memory still holds after the last. */
async function keptAfter(plans: readonly SimulationPlan[]): Promise<readonly number[]> {
  const worlds = new Map<number, WeakRef<object>>();
  for (const plan of plans) {
    const { broken } = await simulate(plan, {
      around(ports) {
        worlds.set(plan.seed, new WeakRef(ports.brokers));
        return ports;
      },
    });
    expect(broken).toEqual([]);
  }
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await drainMicrotasks();
  collect();
  return [...worlds].flatMap(([seed, world]) => (world.deref() === undefined ? [] : seed));
}

describe("a world that was played to its end", () => {
  it("is forgotten, however its processes ended: a batch is as long as one likes", async () => {
    const plans = [1, 2, 3, 4].map((seed) => ({ ...PLAN, seed }));

    // The last price may still lie where the next one will.
    expect((await keptAfter(plans)).filter((seed) => seed !== 4)).toEqual([]);
  });
});
