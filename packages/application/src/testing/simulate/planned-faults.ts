import { type FaultPlan, NO_FAULTS } from "../../broker-kit/simulated/fault-plan.ts";
import { type SeededChance, seededChance } from "../../chance/seeded-chance.ts";
import { type FaultOf, VENUE_FAULTS } from "./fault-catalogue.ts";
import type { FaultPlace, PlannedFault, SimulationPlan } from "./plan.ts";

/** The faults of a plan as time goes on. */
export interface PlannedFaults {
  readonly chance: SeededChance;
  /** Of the kinds that are drawn by a chance of their own. */
  readonly apart: SeededChance;
  /** How often each was met. */
  readonly met: Map<string, number>;
  /** Whether the plan knows any of this place at all. */
  has(on: FaultPlace): boolean;
  /** Whether it knows this kind. */
  hasKind<Place extends FaultPlace>(on: Place, kind: FaultOf<Place>): boolean;
  /** Whether this call, price or moment of this one meets the fault. */
  meets<Place extends FaultPlace>(on: Place, kind: FaultOf<Place>, target: number): boolean;
  /** Whether it is on at all, whatever its rate. */
  isOn<Place extends FaultPlace>(on: Place, kind: FaultOf<Place>, target: number): boolean;
  rateOf(on: FaultPlace, kind: string, target: number): number;
  /** Whether it is on, or was within so many milliseconds. */
  wasOn<Place extends FaultPlace>(
    on: Place,
    kind: FaultOf<Place>,
    how: { readonly target: number; readonly withinMs: number },
  ): boolean;
  note(kind: string, times?: number): void;
  /** From now on there are none any more. */
  end(): void;
}

export function openPlannedFaults(
  { faults, seed }: Pick<SimulationPlan, "faults" | "seed">,
  playedMs: () => number,
): PlannedFaults {
  const chance = seededChance(seed, "faults");
  const met = new Map<string, number>();
  const places = new Map<FaultPlace, Map<string, PlannedFault[]>>();
  for (const fault of faults) {
    const kinds = places.get(fault.on) ?? new Map<string, PlannedFault[]>();
    places.set(fault.on, kinds.set(fault.kind, [...(kinds.get(fault.kind) ?? []), fault]));
  }
  let hasEnded = false;
  const rateOf = (on: FaultPlace, kind: string, target: number): number => {
    const windows = hasEnded ? undefined : places.get(on)?.get(kind);
    if (windows === undefined) return 0;
    const at = playedMs();
    let most = 0;
    for (const { from, rate, target: meant = target, to } of windows)
      if (from <= at && at < to && meant === target && most < rate) most = rate;
    return most;
  };
  const note = (kind: string, times = 1) => void met.set(kind, (met.get(kind) ?? 0) + times);
  return {
    chance,
    apart: seededChance(seed, "faults-apart"),
    met,
    has: (on) => places.has(on),
    hasKind: (on, kind) => places.get(on)?.has(kind) ?? false,
    meets(on, kind, target) {
      const rate = rateOf(on, kind, target);
      if (rate === 0 || !chance.happens(rate)) return false;
      note(kind);
      return true;
    },
    isOn(on, kind, target) {
      if (rateOf(on, kind, target) === 0) return false;
      note(kind);
      return true;
    },
    rateOf,
    wasOn(on, kind, { target, withinMs }) {
      const at = playedMs();
      const windows = places.get(on)?.get(kind) ?? [];
      return windows.some(
        ({ from, target: meant = target, to }) =>
          meant === target && from <= at && at < to + withinMs,
      );
    },
    note,
    end() {
      hasEnded = true;
    },
  };
}

/** The faults of one account's venue, as they are on. */
export const venueFaults = (faults: PlannedFaults, account: number): FaultPlan =>
  Object.defineProperties(
    { ...NO_FAULTS },
    Object.fromEntries(
      Object.entries(VENUE_FAULTS).map(([kind, fault]) => [
        fault,
        { get: () => faults.rateOf("broker", kind, account) },
      ]),
    ),
  );
