import { claimClassOf } from "./claim-class.ts";
import type { SimulationPlan, SimulationReport } from "./plan.ts";
import { type Fails, SHRINK_STEPS } from "./shrink-steps.ts";

export interface ShrunkPlan {
  readonly plan: SimulationPlan;
  /** What it breaks first. */
  readonly claim: string;
  /** How often a plan was run for it. */
  readonly runs: number;
  /** Nothing more can be left out; otherwise the runs were used up before that was known. */
  readonly isSmallest: boolean;
}

const RUNS_MAX = 400;

/**
 * Makes a plan that fails smaller for as long as it fails by the same first claim, until there is
 * nothing that can be left out alone.
 */
export async function shrinkPlan(
  failing: { readonly plan: SimulationPlan; readonly claim: string },
  run: (plan: SimulationPlan) => Promise<Pick<SimulationReport, "broken">>,
  runsMax = RUNS_MAX,
): Promise<ShrunkPlan> {
  const kept = claimClassOf(failing.claim);
  let { plan, claim } = failing;
  let runs = 0;
  const fails: Fails = async (smaller) => {
    if (runs === runsMax) return false;
    runs += 1;
    const [first] = (await run(smaller)).broken;
    if (first === undefined || claimClassOf(first) !== kept) return false;
    claim = first;
    return true;
  };
  for (;;) {
    const before = plan;
    for (const step of SHRINK_STEPS) plan = await step(plan, fails);
    const isSmallest = plan === before && runs < runsMax;
    if (isSmallest || runsMax <= runs) return { plan, claim, runs, isSmallest };
  }
}
