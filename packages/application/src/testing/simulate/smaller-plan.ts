import type { FaultPlace, PlannedFault, SimulationPlan } from "./plan.ts";
import { beginningOf } from "./plan-bounds.ts";

/** Nothing planned happens from this moment on. */
export const endedAt = (plan: SimulationPlan, end: number): SimulationPlan => ({
  ...plan,
  faults: plan.faults
    .filter(({ from }) => from < end)
    .map((fault) => (end < fault.to ? { ...fault, to: end } : fault)),
  acts: plan.acts.filter(({ at }) => at < end),
});

/** What is planned for later days happens on the last that is left, at the same hour. */
export function withDays(plan: SimulationPlan, days: number): SimulationPlan {
  const moved = (at: number) =>
    at - Math.max(0, Math.floor(at / beginningOf(1)) - (days - 1)) * beginningOf(1);
  return {
    ...plan,
    days,
    faults: plan.faults.map((fault) => ({
      ...fault,
      from: moved(fault.from),
      to: moved(fault.from) + fault.to - fault.from,
    })),
    acts: plan.acts
      .map((act) => ({ ...act, at: moved(act.at) }))
      .toSorted((one, other) => one.at - other.at),
  };
}

/** What is limited to a symbol that goes is limited to the last that stays. */
export const withSymbols = (plan: SimulationPlan, symbols: number): SimulationPlan => ({
  ...plan,
  symbols,
  faults: renumbered(plan.faults, ["prices"], (symbol) => Math.min(symbol, symbols - 1)),
});

/** What was planned for it is planned for the first that stays. */
export function withoutAccount(plan: SimulationPlan, missing: number): SimulationPlan {
  const moved = (account: number) =>
    account === missing ? 0 : account - Number(missing < account);
  return {
    ...plan,
    accounts: plan.accounts.filter((_, index) => index !== missing),
    faults: renumbered(plan.faults, ["broker"], moved),
    acts: plan.acts.map((act) => ({ ...act, account: moved(act.account) })),
  };
}

/** What was planned for the second worker is planned for the first; who only serves moves up. */
export const withOneWorker = (plan: SimulationPlan): SimulationPlan => ({
  ...plan,
  workers: 1,
  faults: renumbered(plan.faults, ["database", "clock", "process"], (process) =>
    Math.max(0, process - 1),
  ),
});

const renumbered = (
  faults: readonly PlannedFault[],
  places: readonly FaultPlace[],
  move: (target: number) => number,
): readonly PlannedFault[] =>
  faults.map((fault) =>
    fault.target === undefined || !places.includes(fault.on)
      ? fault
      : { ...fault, target: move(fault.target) },
  );
