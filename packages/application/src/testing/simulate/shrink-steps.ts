import { dropNeedless } from "./drop-needless.ts";
import type { SimulationPlan } from "./plan.ts";
import { spanOf } from "./plan-bounds.ts";
import { endedAt, withDays, withOneWorker, withoutAccount, withSymbols } from "./smaller-plan.ts";

export type Fails = (plan: SimulationPlan) => Promise<boolean>;
/** Answers the very plan it was given where nothing smaller fails. */
export type ShrinkStep = (plan: SimulationPlan, fails: Fails) => Promise<SimulationPlan>;

const MINUTE_MS = 60_000;

/** The earliest end of all that is planned by which it still fails, to the minute. */
const earlierEnd: ShrinkStep = async (plan, fails) => {
  const ends = [...plan.faults.map(({ to }) => to), ...plan.acts.map(({ at }) => at + 1)];
  let late = Math.min(spanOf(plan.days), Math.max(0, ...ends));
  let early = 0;
  let kept = plan;
  while (MINUTE_MS < late - early) {
    const middle = Math.floor((early + late) / 2);
    const shorter = endedAt(plan, middle);
    if (await fails(shorter)) {
      kept = shorter;
      late = middle;
    } else early = middle;
  }
  return kept;
};

const fewerFaults: ShrinkStep = async (plan, fails) => {
  const faults = await dropNeedless(plan.faults, (fewer) => fails({ ...plan, faults: fewer }));
  return faults.length === plan.faults.length ? plan : { ...plan, faults };
};

const fewerActs: ShrinkStep = async (plan, fails) => {
  const acts = await dropNeedless(plan.acts, (fewer) => fails({ ...plan, acts: fewer }));
  return acts.length === plan.acts.length ? plan : { ...plan, acts };
};

const fewerDays: ShrinkStep = (plan, fails) =>
  firstFailing(
    plan,
    fails,
    countsBelow(plan.days).map((days) => withDays(plan, days)),
  );

const fewerAccounts: ShrinkStep = async (plan, fails) => {
  let kept = plan;
  for (let last = plan.accounts.length - 1; 0 <= last && 1 < kept.accounts.length; last -= 1)
    kept = await firstFailing(kept, fails, [withoutAccount(kept, last)]);
  return kept;
};

const fewerSymbols: ShrinkStep = (plan, fails) =>
  firstFailing(
    plan,
    fails,
    countsBelow(plan.symbols).map((symbols) => withSymbols(plan, symbols)),
  );

const oneWorker: ShrinkStep = (plan, fails) =>
  firstFailing(plan, fails, plan.workers === 1 ? [] : [withOneWorker(plan)]);

const plainerSession: ShrinkStep = (plan, fails) =>
  firstFailing(plan, fails, plan.session === "regular" ? [] : [{ ...plan, session: "regular" }]);

const plainerMarket: ShrinkStep = (plan, fails) =>
  firstFailing(plan, fails, plan.market === "calm" ? [] : [{ ...plan, market: "calm" }]);

/** In this order: first what makes every later run shorter. */
export const SHRINK_STEPS: readonly ShrinkStep[] = [
  earlierEnd,
  fewerDays,
  fewerAccounts,
  fewerSymbols,
  fewerFaults,
  fewerActs,
  oneWorker,
  plainerSession,
  plainerMarket,
];

async function firstFailing(
  plan: SimulationPlan,
  fails: Fails,
  smaller: readonly SimulationPlan[],
): Promise<SimulationPlan> {
  for (const each of smaller) if (await fails(each)) return each;
  return plan;
}

/** 1, 2, … up to one less. */
const countsBelow = (count: number): readonly number[] =>
  Array.from({ length: count - 1 }, (_, index) => index + 1);
