import { addReport, type BatchTally, emptyTally } from "./batch-tally.ts";
import { drawPlan } from "./draw-plan.ts";
import { PLAN_KINDS } from "./plan-kinds.ts";
import { simulate } from "./simulate.ts";

export interface PlayedSeeds {
  readonly tally: BatchTally;
  /** What broke, by the command that plays it again. */
  readonly failures: readonly { readonly replay: string; readonly broken: readonly string[] }[];
  /** Seeds whose second run was not the first. */
  readonly differing: readonly number[];
}

/** Every so manieth is run twice. */
const AGAIN_EVERY = 50;

/** Plays a world of each seed, one after the other, so many days long. */
export async function playSeeds(seeds: readonly number[], days: number): Promise<PlayedSeeds> {
  const tally = emptyTally();
  const failures: PlayedSeeds["failures"][number][] = [];
  const differing: number[] = [];
  for (const [index, seed] of seeds.entries()) {
    const plan = drawPlan(seed, { days, kinds: PLAN_KINDS });
    const report = await simulate(plan);
    addReport(tally, days, report);
    const replay = `npm run simulate -- --seed ${seed}${days === 1 ? "" : ` --days ${days}`} --trace`;
    if (0 < report.broken.length) failures.push({ replay, broken: report.broken });
    if (index % AGAIN_EVERY === 0 && (await simulate(plan)).hash !== report.hash)
      differing.push(seed);
  }
  return { tally, failures, differing };
}
