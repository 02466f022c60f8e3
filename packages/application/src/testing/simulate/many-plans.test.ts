import { describe, expect, it } from "vitest";

import { addReport, emptyTally, missingIn } from "./batch-tally.ts";
import { drawPlan } from "./draw-plan.ts";
import { PLAN_KINDS } from "./plan-kinds.ts";
import { EVERYDAY_STATES } from "./required-states.ts";
import { simulate } from "./simulate.ts";

/** So many take about a minute of one processor; `npm run simulate` plays as many as are asked for. */
const PLANS = 60;
/** Every so manieth is run twice. */
const AGAIN_EVERY = 20;

describe("simulated days", () => {
  it("always keep every claim, in the first worlds there are", async () => {
    const tally = emptyTally();
    for (let seed = 1; seed <= PLANS; seed += 1) {
      const plan = drawPlan(seed, { days: 1, kinds: PLAN_KINDS });
      const report = await simulate(plan);
      addReport(tally, plan.days, report);

      expect(report.broken, `npm run simulate -- --seed ${seed} --trace`).toEqual([]);
      if (seed % AGAIN_EVERY === 0) expect((await simulate(plan)).hash).toBe(report.hash);
    }
    expect(missingIn(tally.reached, EVERYDAY_STATES)).toEqual([]);
    expect(tally.reached.get("fill-booked")).toBeGreaterThan(PLANS);
  });
});
